/** `npm run check`: types, lint, format, unused code. */
import { fail, underNode24 } from './bootstrap.mjs'
import { check } from './checks.mjs'
import { readUsage } from './usage.mjs'

try {
  readUsage('scripts/check.mjs', process.argv.slice(2))
  const { failed } = await check(await underNode24())
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  fail(error)
}
