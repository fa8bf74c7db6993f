/**
 * `npm run bench [-- --only orders,scans --seconds 8 --warm 3 --accounts 120000 --night 20000 --profile]`: measures what bench/README.md
 * promises on this machine, prints one table and writes `bench/out/latest.json`. `--only` picks groups, `--profile` keeps
 * processor profiles of the measured servers in `bench/out/`. See README.md for how to read it.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Bench, Group } from './bench.ts'
import { startDatabases, type Databases } from './database.ts'
import { freeOrders, orders } from './orders.ts'
import { growth } from './growth.ts'
import { night } from './night.ts'
import { paid } from './paid.ts'
import { papers } from './papers.ts'
import { reads, signIns } from './reads.ts'
import { phone } from './phone.ts'
import { regrets } from './regrets.ts'
import { scans } from './scans.ts'
import { seed, type Seeded } from './seed.ts'
import { start } from './start.ts'
import { tableOf, type Measured } from './table.ts'
import { webSize } from './web-size.ts'

const GROUPS: Readonly<Record<string, Group>> = {
  orders,
  free: freeOrders,
  paid,
  scans,
  reads,
  'sign-in': signIns,
  papers,
  regrets,
  start,
  web: webSize,
  phone,
  growth,
  night,
}
const OUT = fileURLToPath(new URL('out/', import.meta.url))
/** As many as the fastest row can scan in its time, and more. */
const TICKETS_PER_SECOND = 8000
/** Fewer would measure a cache (bench/README.md). */
const FEWEST_ACCOUNTS = 100_000

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(GROUPS).join(',') },
    seconds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '3' },
    accounts: { type: 'string', default: '120000' },
    profile: { type: 'boolean', default: false },
    night: { type: 'string', default: '20000' },
  },
})

const say = (text: string) => void process.stderr.write(`${text}\n`)
const wanted = values.only.split(',').map((name) => {
  const group = GROUPS[name]
  if (!group) throw new Error(`There is no group ${name}: choose among ${Object.keys(GROUPS).join(', ')}`)
  return [name, group] as const
})
const seconds = Number(values.seconds)
const warmSeconds = Number(values.warm)
const accounts = Number(values.accounts)
if (accounts < FEWEST_ACCOUNTS) say(`With fewer than ${FEWEST_ACCOUNTS} accounts caches are measured, not the server.`)

mkdirSync(OUT, { recursive: true })
const home = mkdtempSync(join(tmpdir(), 'previa-bench-'))
// When root runs the bench, PostgreSQL runs as another user, which needs access to its folders.
chmodSync(home, 0o711)
let opened: Promise<{ databases: Databases; seeded: Seeded }> | undefined
const stops: (() => Promise<void>)[] = []

async function openDatabase() {
  say('PostgreSQL with a city of people')
  const databases = await startDatabases(home)
  stops.push(() => databases.stop())
  const tickets = Math.ceil((seconds + warmSeconds) * TICKETS_PER_SECOND)
  return { databases, seeded: await seed(databases.seedUrl, { accounts, tickets }) }
}

const bench: Bench = {
  home,
  warmSeconds,
  seconds,
  nightTickets: Number(values.night),
  profiles: values.profile ? OUT : undefined,
  database: () => (opened ??= openDatabase()),
  progress: (text) => say(`  ${text}`),
}

const measured: Measured[] = []
const failed: string[] = []
try {
  for (const [name, group] of wanted) {
    say(name)
    try {
      measured.push(...(await group(bench)))
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      say(`  ${failed.at(-1)}`)
    }
  }
} finally {
  for (const stop of stops) await stop()
  rmSync(home, { recursive: true, force: true })
}

writeFileSync(
  join(OUT, 'latest.json'),
  `${JSON.stringify(
    measured.map(({ row }) => row),
    null,
    2,
  )}\n`,
)
const machine = [
  `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}`,
  `${Math.round(totalmem() / 2 ** 30)} GB`,
  `${process.platform} ${process.arch}`,
  `Node ${process.versions.node}`,
  new Date().toISOString().slice(0, 10),
  `load average at the end ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`,
]
process.stdout.write(`\n${machine.join(', ')}\n\n${tableOf(measured)}\n`)
for (const failure of failed) process.stdout.write(`\nFailed: ${failure}\n`)
process.exitCode = failed.length > 0 || measured.some(({ row }) => !row.holds) ? 1 : 0
