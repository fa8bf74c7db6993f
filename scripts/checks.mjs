/** Everything that is known without running the product. One line per check; what failed prints in full. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode, root, say, seconds } from './bootstrap.mjs'

/** What it knew of the files that did not change makes the second check of a program ten times shorter. */
const types = (program) => {
  const known = join(root, 'node_modules', '.cache', 'previa', `types-${program}.json`)
  return ['-p', `tsconfig.${program}.json`, '--incremental', '--tsBuildInfoFile', known]
}

const CHECKS = [
  ['tipos del servidor', 'typescript', 'tsc', types('server')],
  ['tipos de la web', 'typescript', 'tsc', types('web')],
  ['reglas de estilo', 'oxlint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['formato', 'oxfmt', 'oxfmt', ['--check']],
  ['código sin uso', 'knip', 'knip', ['--no-progress', '--no-config-hints']],
  ['package-lock.json', null, 'scripts/complete-lockfile.mjs', ['--check']],
]
/** The type checkers and the linter each use more than one core already. */
const AT_ONCE = 2

/** Runs every check with Node 24 at `node`; gives how many passed and failed. */
export async function check(node) {
  const waiting = [...CHECKS]
  const counts = { passed: 0, failed: 0 }
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      counts[(await runOne(node, next)) ? 'passed' : 'failed'] += 1
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return counts
}

async function runOne(node, [name, packageName, program, args]) {
  const started = performance.now()
  const path = packageName ? programOf(packageName, program) : join(root, program)
  const child = spawn(node, [path, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const isFine = (await exitCode(child)) === 0
  say(`${isFine ? '✓' : '✗'} ${name.padEnd(20)} ${seconds(performance.now() - started)}`)
  if (!isFine) say(`\n${Buffer.concat(output).toString('utf8').trim()}\n`)
  return isFine
}

/** The JavaScript file behind a package's command. */
export function programOf(packageName, program) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[program])
}
