/**
 * `npm test`: checks, unit and integration tests, journeys in a real browser. The last line counts them all, each check as
 * one: `N passed, N failed`. `npm test -- unit` (or `check`, `e2e`) runs one part.
 */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, follow, onStop, Problem, root, say, seconds, underNode24 } from './bootstrap.mjs'
import { buildWeb } from './build-web.mjs'
import { check, programOf } from './checks.mjs'
import { readUsage } from './usage.mjs'

const PARTS = { check: ['controles', check], unit: ['pruebas', runUnitTests], e2e: ['recorridos', runJourneys] }

const chosen = process.argv.slice(2)
try {
  readUsage('scripts/test.mjs', chosen)
  for (const name of chosen)
    if (!(name in PARTS)) throw new Problem(`No existe la parte "${name}": ${Object.keys(PARTS).join(', ')}`)
} catch (error) {
  fail(error)
  process.exit(1)
}

const lines = []
const total = { passed: 0, failed: 0 }
try {
  const node = await underNode24()
  let isStopped = false
  onStop(() => (isStopped = true))
  for (const name of chosen.length > 0 ? chosen : Object.keys(PARTS)) {
    if (!isStopped) await runPart(node, PARTS[name])
  }
  if (isStopped) throw new Problem('Interrumpido')
} catch (error) {
  say(`\n${error instanceof Problem ? error.message : error.stack}`)
  total.failed += 1
}
say(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runPart(node, [title, run]) {
  say(`\n— ${title} —\n`)
  const started = performance.now()
  const { passed, failed } = await run(node)
  lines.push(`${title.padEnd(12)} ${passed} bien, ${failed} mal, ${seconds(performance.now() - started)}`)
  total.passed += passed
  total.failed += failed
}

async function runUnitTests(node) {
  const report = join(root, 'test-results', 'unit.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { isFine, result } = await runReported(node, programOf('vitest', 'vitest'), args, report)
  if (!result) return { passed: 0, failed: 1 }
  // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
  const brokenFiles = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  return counted(isFine, result.numPassedTests, result.numFailedTests + brokenFiles)
}

async function runJourneys(node) {
  await buildWeb(node)
  const report = join(root, 'test-results', 'e2e.json')
  const { isFine, result } = await runReported(node, programOf('@playwright/test', 'playwright'), ['test'], report)
  if (!result) return { passed: 0, failed: 1 }
  return counted(isFine, result.stats.expected, result.stats.unexpected + result.stats.flaky)
}

/** A run that ended badly without any failed test failed all the same. */
function counted(isFine, passed, failed) {
  return { passed, failed: isFine ? failed : Math.max(failed, 1) }
}

async function runReported(node, program, args, report) {
  rmSync(report, { force: true })
  const child = spawn(node, [program, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const isFine = (await follow(child)) === 0
  try {
    return { isFine, result: JSON.parse(readFileSync(report, 'utf8')) }
  } catch {
    return { isFine, result: null }
  }
}
