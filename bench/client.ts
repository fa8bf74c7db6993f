/**
 * The load generator, a process of its own: raw sockets and requests built beforehand. A general client takes a quarter of
 * what it measures when it shares two cores with the server (bench/README.md). Started by `load.ts`, which sends the plan.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { openConnection, type Connection } from './connection.ts'
import type { ClientReport, FromClient, Load, LoadResult, Plan } from './loads.ts'
import { buildRequests, type NextRequest } from './requests.ts'

/** Longer than any limit of the server: an answer that has not come by then never comes. */
const DRAIN_MS = 15_000
const MAX_SAMPLE = 500

/** The measured time, by `performance.now()`. */
interface Schedule {
  readonly fromMs: number
  readonly untilMs: number
}

interface Tally {
  readonly latenciesMs: number[]
  readonly eachSecond: number[]
  readonly statuses: Record<string, number>
  readonly samples: Record<string, string>
  lastMs: number
  unsent: number
  ranOut: boolean
}

interface Prepared {
  readonly load: Load
  readonly next: NextRequest
  readonly connections: readonly Connection[]
  readonly tally: Tally
}

async function prepare(plan: Plan, load: Load): Promise<Prepared> {
  const next = buildRequests(load.requests)
  const connections = await Promise.all(Array.from({ length: load.connections }, () => openConnection(plan.port, fail)))
  const tally = { latenciesMs: [], eachSecond: [], statuses: {}, samples: {}, lastMs: 0, unsent: 0, ranOut: false }
  return { load, next, connections, tally }
}

function note(
  tally: Tally,
  { fromMs, untilMs }: Schedule,
  startedMs: number,
  status: number,
  body: string | null,
): void {
  const nowMs = performance.now()
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  if (body !== null) tally.samples[status] ??= body.slice(0, MAX_SAMPLE)
  if (status >= 400 || nowMs < fromMs || nowMs >= untilMs) return
  tally.lastMs = nowMs
  tally.latenciesMs.push(nowMs - startedMs)
  const second = Math.floor((nowMs - fromMs) / 1000)
  tally.eachSecond[second] = (tally.eachSecond[second] ?? 0) + 1
}

/** Sends until the time or the requests are over; settles when the last answer has come. */
async function drive({ load, next, connections, tally }: Prepared, schedule: Schedule): Promise<void> {
  let underWay = 0
  let isOver = false
  const drained = Promise.withResolvers<void>()

  const begin = (connection: Connection, whenAnswered: () => void): void => {
    const request = performance.now() < schedule.untilMs ? next() : null
    if (!request) {
      isOver = true
      tally.ranOut = performance.now() < schedule.untilMs
      if (underWay === 0) drained.resolve()
      return
    }
    underWay += 1
    const startedMs = performance.now()
    connection.send(request, (status, body) => {
      underWay -= 1
      note(tally, schedule, startedMs, status, body)
      whenAnswered()
      if (isOver && underWay === 0) drained.resolve()
    })
  }

  if (load.perSecond === undefined) {
    for (const connection of connections) {
      const again = () => begin(connection, again)
      again()
    }
  } else {
    const free = [...connections]
    const startedMs = performance.now()
    for (let asked = 0; !isOver; await wait(1)) {
      for (; asked < ((performance.now() - startedMs) / 1000) * load.perSecond; asked += 1) {
        const connection = free.pop()
        if (connection) begin(connection, () => free.push(connection))
        else tally.unsent += 1
      }
    }
  }
  await Promise.race([
    drained.promise,
    wait(schedule.untilMs - performance.now() + DRAIN_MS, undefined, { ref: false }),
  ])
  if (underWay > 0) throw new Error(`${underWay} answers of "${load.name}" never came`)
}

function summary({ load, tally }: Prepared, { fromMs }: Schedule, seconds: number): LoadResult {
  const sorted = Float64Array.from(tally.latenciesMs).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const measuredSeconds = tally.ranOut ? (tally.lastMs - fromMs) / 1000 : seconds
  return {
    name: load.name,
    perSecond: sorted.length / measuredSeconds,
    eachSecond: Array.from({ length: Math.ceil(measuredSeconds) }, (_, second) => tally.eachSecond[second] ?? 0),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: sorted.at(-1) ?? 0,
    statuses: tally.statuses,
    samples: tally.samples,
    unsent: tally.unsent,
    ranOut: tally.ranOut,
  }
}

async function execute(plan: Plan): Promise<ClientReport> {
  const prepared: Prepared[] = []
  for (const load of plan.loads) prepared.push(await prepare(plan, load))
  const fromMs = performance.now() + plan.warmSeconds * 1000
  const schedule = { fromMs, untilMs: fromMs + plan.seconds * 1000 }
  const ended = Promise.all(prepared.map((each) => drive(each, schedule)))
  await Promise.race([ended, wait(plan.warmSeconds * 1000)])
  const before = process.cpuUsage()
  report({ kind: 'warm' })
  await Promise.race([ended, wait(schedule.untilMs - performance.now())])
  const { user, system } = process.cpuUsage(before)
  report({ kind: 'measured' })
  await ended
  for (const { connections } of prepared) for (const connection of connections) connection.end()
  return {
    results: prepared.map((each) => summary(each, schedule, plan.seconds)),
    clientCpu: (user + system) / 1e6 / plan.seconds,
  }
}

function report(message: FromClient): void {
  process.send?.(message)
}

function fail(error: Error): void {
  process.send?.({ kind: 'failed', message: error.message } satisfies FromClient, () => process.exit(1))
}

process.once('message', (plan: Plan) => {
  execute(plan).then((report) => {
    process.send?.({ kind: 'done', report } satisfies FromClient, () => process.exit(0))
  }, fail)
})
