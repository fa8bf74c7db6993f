/** Runs a TypeScript file (`run.mjs file.ts …`) or a package's program (`run.mjs --bin name …`) under Node 24. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode, fail, Problem, root, underNode24 } from './bootstrap.mjs'

try {
  const node = await underNode24()
  const [first, ...rest] = process.argv.slice(2)
  if (first === undefined) throw new Problem('Uso: node scripts/run.mjs <archivo.ts> … | --bin <programa> …')
  const args = first === '--bin' ? [programOf(rest[0]), ...rest.slice(1)] : [join(root, first), ...rest]
  const child = spawn(node, args, { stdio: 'inherit' })
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT')) // the terminal sends Ctrl-C to the child as well
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.exit(await exitCode(child))
} catch (error) {
  fail(error)
}

function programOf(name) {
  const folder = join(root, 'node_modules', name ?? '')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}
