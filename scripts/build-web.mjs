/** Builds the web program into `dist/web`, unless the last build was made from the same files. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { exitCode, locked, Problem, root, step } from './bootstrap.mjs'

const INPUTS = [
  'web',
  'contract',
  'vite.config.ts',
  'scripts/browser-floor.ts',
  'scripts/web-contract.ts',
  'scripts/web-font.ts',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'package-lock.json',
]
const page = join(root, 'dist', 'web', 'index.html')
const stampFile = join(root, 'dist', 'web-inputs')

/** `node` is the path of Node 24. */
export async function buildWeb(node) {
  if (isCurrent()) return
  await locked(async () => {
    if (isCurrent()) return // another process built it while we waited
    const inputs = hashOfInputs()
    await step('Compilando la web', () => vite(node))
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stampFile, inputs)
  })
}

function isCurrent() {
  return existsSync(page) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashOfInputs()
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap((input) => files(join(root, input)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function files(path) {
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)))
}

async function vite(node) {
  const program = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // The same for every caller: a test's environment would build the development version.
  const { VITEST: _vitest, ...env } = { ...process.env, NODE_ENV: 'production' }
  const stdio = ['ignore', 'pipe', 'pipe']
  const child = spawn(node, [program, 'build', '--logLevel', 'warn'], { cwd: root, env, stdio })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  if ((await exitCode(child)) !== 0)
    throw new Problem(`La web no compila:\n\n${Buffer.concat(output).toString('utf8')}`)
}
