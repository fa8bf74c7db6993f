/**
 * `npm run prove -- calendar`: the whole server suite, and a journey of each role, begun at instants at which dates go wrong.
 * Takes half a day; texts of instants (`calendar 2028-02-29`) narrow it down. Prints a line for each and fails if one fails.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { addDays } from '#contract/values/dates.ts'
import { programOf } from './checks.mjs'

/** A client, an organizer with promoters and doormen, a doorman, a buyer of a sold-out night, refunds. */
const JOURNEYS = ['buying', 'one-night', 'doorman', 'team', 'waiting-list', 'refunds'].map(
  (name) => `e2e/${name}.e2e.ts`,
)

const MONDAY = '2026-09-07'
const weekdays = Array.from({ length: 7 }, (_, day) => addDays(MONDAY, day))
const monthEnds = ['2026-09-30', '2026-10-31', '2026-11-30', '2027-01-31', '2027-02-28', '2027-04-30']
const eves = [
  ['2026-10-09', 'the eve of a long weekend'],
  ['2026-11-25', 'a Wednesday after a moved holiday'],
  ['2026-12-07', 'a Monday between a Sunday and a holiday'],
  ['2026-12-24', 'Christmas Eve'],
  ['2027-02-05', 'the eve of carnival'],
  ['2027-03-23', 'the eve of a holiday in Holy Week'],
  ['2027-03-25', 'the eve of Good Friday'],
  ['2027-04-30', 'the eve of a holiday on a Saturday'],
] as const

/** Local instants in Buenos Aires, each with what is odd about it. */
const instants: readonly (readonly [at: string, what: string])[] = [
  ...weekdays.flatMap((date, day) =>
    ['00:30', '15:00', '23:59'].map((time) => [`${date}T${time}`, `weekday ${day + 1} of 7`] as const),
  ),
  ...monthEnds.map((date) => [`${date}T23:59`, 'the end of a month'] as const),
  ['2026-12-31T23:59', 'the end of a year'],
  ['2027-01-01T00:30', 'the first minutes of a year'],
  ['2028-02-28T23:59', 'the eve of 29 February'],
  ['2028-02-29T12:00', '29 February'],
  ['2028-02-29T23:59', 'the end of 29 February'],
  ...eves.map(([date, what]) => [`${date}T18:00`, what] as const),
]

export async function proveCalendar(wanted: readonly string[]): Promise<void> {
  const chosen = instants.filter(([at]) => wanted.length === 0 || wanted.some((part) => at.includes(part)))
  if (chosen.length === 0) throw new Error(`No instant is called ${wanted.join(' or ')}`)
  mkdirSync('test-results', { recursive: true })
  for (const [at, what] of chosen) {
    const suite = await run(at, 'vitest', 'vitest', ['run', '--project', 'server'])
    const journeys = await run(at, '@playwright/test', 'playwright', ['test', ...JOURNEYS])
    process.stdout.write(`${suite && journeys ? '✓' : '✗'} ${at} ${what}: suite ${suite}, journeys ${journeys}\n`)
    if (!suite || !journeys) process.exitCode = 1
  }
}

/** Runs a program that begins at a local instant; what it prints is in `test-results`. Returns whether all passed. */
async function run(at: string, packageName: string, program: string, args: readonly string[]): Promise<boolean> {
  const log = openSync(`test-results/${at.replace(':', '')}-${program}.log`, 'w')
  const env = { ...process.env, PREVIA_TEST_BEGINS_AT: `${at}:00-03:00` }
  const child = spawn(process.execPath, [programOf(packageName, program), ...args], {
    env,
    stdio: ['ignore', log, log],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
