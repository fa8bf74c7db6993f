/**
 * What organizers read all day, on a company ten times as old: no read may become slow because much was sold. Each read goes
 * one at a time, as from one person.
 */
import { noteOf, type Bench } from './bench.ts'
import { onlyResult, runPlan } from './load.ts'
import { eventId } from './people.ts'
import { insertPast } from './seed.ts'
import { startWeb } from './servers.ts'
import { judged, type Measured } from './table.ts'

const SIZES = [
  { tickets: 10_000, orders: 100_000 },
  { tickets: 100_000, orders: 1_000_000 },
] as const
const MOST_MS = 150
const MOST_GROWTH = 2
/** Owner of the first company. */
const OWNER = 0
/** Further pages and other orders are the same queries. */
const READS = [
  ['events of an organizer', '/api/v1/event/dashboard'],
  ['people of a company', '/api/v1/user/dashboard'],
  ['people of an event', `/api/v1/user/dashboard?eventId=${eventId(0)}`],
  ['people of a company, by name', '/api/v1/user/dashboard?username=martina%20sosa'],
  ['metrics of an event', `/api/v1/metrics/admin/summary/${eventId(0)}`],
  ['sales of an event by day', `/api/v1/metrics/admin/event-sales/${eventId(0)}`],
  ['tickets of an event by type', `/api/v1/metrics/admin/event-tickets/${eventId(0)}`],
  ['a company by month and event', '/api/v1/admin/business-dashboard'],
] as const

interface Figure {
  readonly p95Ms: number
  readonly note: string
}

/** The rows about growth. */
export async function growth(bench: Bench): Promise<Measured[]> {
  const [small, large] = [await readAt(bench, SIZES[0]), await readAt(bench, SIZES[1])]
  return READS.flatMap(([name], n) => {
    const [before, after] = [small[n], large[n]]
    if (!before || !after) throw new Error(`"${name}" was not read`)
    return [
      judged(`${name}, 1,000,000 orders, slowest twentieth`, after.p95Ms, 'ms', { atMost: MOST_MS }, after.note),
      judged('… against 100,000 orders', after.p95Ms / before.p95Ms, '×', { atMost: MOST_GROWTH }, before.note),
    ]
  })
}

async function readAt(bench: Bench, size: (typeof SIZES)[number]): Promise<Figure[]> {
  const { databases, seeded } = await bench.database()
  bench.progress(`a company of ${size.orders} orders`)
  const copy = await databases.copy()
  try {
    await insertPast(copy, { ...size, accounts: seeded.accounts, owner: OWNER })
    const server = await startWeb({ connectionString: copy.url, home: bench.home, profiles: bench.profiles })
    try {
      const figures: Figure[] = []
      for (const [name, path] of READS) {
        bench.progress(`${name}, ${size.orders} orders`)
        const { warmSeconds, seconds } = bench
        const load = { name, connections: 1, requests: { kind: 'reads', paths: [path], account: OWNER } } as const
        const watched = { server: server.pid, postgres: databases.pid() }
        const outcome = await runPlan({ port: server.port, warmSeconds, seconds, loads: [load] }, watched)
        const result = onlyResult(outcome)
        figures.push({ p95Ms: result.p95Ms, note: noteOf(result, outcome) })
      }
      return figures
    } finally {
      await server.stop()
    }
  } finally {
    await copy.drop()
  }
}
