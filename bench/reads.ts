/** What everybody looks at, against the bare framework in the same run; and the same while people sign in. */
import { noteOf, tryLoad, type Bench } from './bench.ts'
import { assertStatuses, onlyResult, runPlan } from './load.ts'
import { eventId } from './people.ts'
import { startBare } from './servers.ts'
import { compared, judged, type Measured } from './table.ts'

const CONNECTIONS = 50
const TARGET_PER_SECOND = 10_000
const TARGET_P99_MS = 25
const PAGES = [
  ['landing month', '/api/v1/event/home'],
  ['event list', '/api/v1/event/preview'],
  ['event page', `/api/v1/event/single-page/${eventId(7)}`],
] as const

const SIGN_INS_PER_SECOND = 50
const SIGN_IN_CONNECTIONS = 150
/** More sign-ins wait than may: that answer is part of the design. */
const BUSY = 503
const SIGN_INS_P99_MS = 100

/** The rows about public reads. */
export async function reads(bench: Bench): Promise<Measured[]> {
  const bare = await readBare(bench)
  const measured: Measured[] = []
  for (const [what, path] of PAGES) {
    const name = `${what}, ${CONNECTIONS} connections`
    const load = { name, connections: CONNECTIONS, requests: { kind: 'reads', paths: [path] } } as const
    const outcome = await tryLoad(bench, { name, loads: [load] })
    const result = onlyResult(outcome)
    measured.push(
      judged(name, result.perSecond, '/s', { atLeast: TARGET_PER_SECOND }, noteOf(result, outcome)),
      judged('… slowest hundredth', result.p99Ms, 'ms', { atMost: TARGET_P99_MS }),
      compared('… against the bare framework', result.perSecond, '/s', bare.perSecond, 0.5, bare.note),
    )
  }
  return measured
}

async function readBare(bench: Bench): Promise<{ perSecond: number; note: string }> {
  bench.progress('the bare framework')
  const server = await startBare(bench.home)
  try {
    const load = { name: 'bare', connections: CONNECTIONS, requests: { kind: 'reads', paths: ['/constant'] } } as const
    const { warmSeconds, seconds } = bench
    const outcome = await runPlan({ port: server.port, warmSeconds, seconds, loads: [load] }, { server: server.pid })
    const result = onlyResult(outcome)
    return { perSecond: result.perSecond, note: `bare: ${noteOf(result, outcome)}` }
  } finally {
    await server.stop()
  }
}

/** The row about sign-ins: their hashes must not take the machine from everybody else. */
export async function signIns(bench: Bench): Promise<Measured[]> {
  const { seeded } = await bench.database()
  const name = `public reads while ${SIGN_INS_PER_SECOND} sign-ins a second are offered`
  const needed = Math.ceil((bench.warmSeconds + bench.seconds + 1) * SIGN_INS_PER_SECOND)
  const outcome = await tryLoad(bench, {
    name,
    loads: [
      { name: 'reads', connections: CONNECTIONS, requests: { kind: 'reads', paths: PAGES.map(([, path]) => path) } },
      {
        name: 'sign-ins',
        connections: SIGN_IN_CONNECTIONS,
        perSecond: SIGN_INS_PER_SECOND,
        requests: { kind: 'signIns', firstAccount: seeded.accounts - needed, accounts: needed },
      },
    ],
  })
  const [pages, people] = outcome.results
  if (!pages || !people) throw new Error('A load without a result')
  assertStatuses(pages, [])
  assertStatuses(people, [BUSY])
  const answered = `${people.perSecond.toFixed(1)} sign-ins/s, ${people.statuses[BUSY] ?? 0} asked to come back`
  return [
    judged(
      name,
      pages.p99Ms,
      'ms, slowest hundredth',
      { atMost: SIGN_INS_P99_MS },
      `${answered}; ${noteOf(pages, outcome)}`,
    ),
  ]
}
