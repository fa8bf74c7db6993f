/** Runs a TypeScript file (`run.mjs file.ts …`) or a package's program (`run.mjs --bin name …`) under Node 24. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fail, follow, Problem, root, underNode24 } from './bootstrap.mjs'
import { programOf } from './checks.mjs'
import { readUsage } from './usage.mjs'

try {
  const [first, ...rest] = process.argv.slice(2)
  readUsage(first, rest)
  const node = await underNode24()
  if (first === undefined) throw new Problem('Uso: node scripts/run.mjs <archivo.ts> … | --bin <programa> …')
  const args = first === '--bin' ? [programOf(rest[0], rest[0]), ...rest.slice(1)] : [join(root, first), ...rest]
  process.exit(await follow(spawn(node, args, { stdio: 'inherit' })))
} catch (error) {
  fail(error)
}
