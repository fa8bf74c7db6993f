/** The door: distinct tickets, by doormen who scan one after another. */
import { noteOf, tryLoad, type Bench } from './bench.ts'
import { assertInvariants } from './invariants.ts'
import { onlyResult } from './load.ts'
import { eventId } from './people.ts'
import { DOORMEN, DOOR_EVENT } from './seed.ts'
import { judged, type Measured } from './table.ts'

/** As many as a proxy in front keeps open. */
const CONNECTIONS = 50

/** The rows about scans. */
export async function scans(bench: Bench): Promise<Measured[]> {
  const { seeded } = await bench.database()
  const name = `scans of distinct tickets, ${CONNECTIONS} connections`
  const requests = {
    kind: 'scans',
    eventId: eventId(DOOR_EVENT),
    eventNumber: seeded.doorNumber,
    tickets: seeded.tickets,
    firstDoorman: seeded.firstDoorman,
    doormen: DOORMEN,
  } as const
  let transactions = 0
  const outcome = await tryLoad(bench, {
    name,
    loads: [{ name, connections: CONNECTIONS, requests }],
    async check(copy, [result]) {
      const scanned = result?.statuses['200'] ?? 0
      // Before the checks' own are counted. A statement outside of a transaction is one of its own.
      const [counted] = await copy.query<{ commits: number }>(
        'select xact_commit::int as commits from pg_stat_database where datname = current_database()',
      )
      transactions = (counted?.commits ?? 0) / scanned
      await assertInvariants(copy, { scans: scanned })
    },
  })
  const result = onlyResult(outcome)
  return [
    judged(name, result.perSecond, '/s', { atLeast: 3000 }, noteOf(result, outcome)),
    judged('… slowest hundredth', result.p99Ms, 'ms', { atMost: 50 }),
    judged('… transactions per scan', transactions, '', { atMost: 2 }),
  ]
}
