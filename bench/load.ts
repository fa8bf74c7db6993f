/** Runs a plan in a load generator of its own and watches meanwhile how busy the measured processes are. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from './cpu.ts'
import type { ClientReport, FromClient, LoadResult, Plan } from './loads.ts'

const CLIENT = fileURLToPath(new URL('client.ts', import.meta.url))

export interface LoadOutcome {
  readonly results: readonly LoadResult[]
  /** Cores that were busy during the measured time, such as `{ server: 0.97, postgres: 0.6, generator: 0.3 }`. */
  readonly cores: Readonly<Record<string, number>>
}

/** Loads the server on `plan.port`; `watched` are process ids by the names they get in `cores`. */
export async function runPlan(plan: Plan, watched: Readonly<Record<string, number>>): Promise<LoadOutcome> {
  const pids = Object.values(watched)
  const client = fork(CLIENT)
  const finished = Promise.withResolvers<ClientReport>()
  let before: number[] | null = null
  let after: number[] | null = null
  client.on('message', (message: FromClient) => {
    if (message.kind === 'warm') before = cpuSeconds(pids)
    else if (message.kind === 'measured') after = cpuSeconds(pids)
    else if (message.kind === 'failed') finished.reject(new Error(`The load generator failed: ${message.message}`))
    else finished.resolve(message.report)
  })
  client.once('exit', (code) => finished.reject(new Error(`The load generator ended with ${code}`)))
  client.send(plan)
  const { results, clientCpu } = await finished.promise
  const cores: Record<string, number> = {}
  for (const [place, name] of Object.keys(watched).entries()) {
    const [from, to] = [before?.[place], after?.[place]]
    if (from !== undefined && to !== undefined) cores[name] = (to - from) / plan.seconds
  }
  return { results, cores: { ...cores, generator: clientCpu } }
}

/** The result of a plan with a single load; throws when any answer was refused otherwise than by `expected` statuses. */
export function onlyResult({ results }: LoadOutcome, expected: readonly number[] = []): LoadResult {
  const [result] = results
  if (!result || results.length !== 1) throw new Error('The plan had not exactly one load')
  assertStatuses(result, expected)
  return result
}

/** Throws when an answer that is no success has none of these statuses: a figure of refusals is worth nothing. */
export function assertStatuses(result: LoadResult, expected: readonly number[]): void {
  for (const status of Object.keys(result.statuses)) {
    if (Number(status) < 400 || expected.includes(Number(status))) continue
    throw new Error(`"${result.name}": ${result.statuses[status]} answers ${status}, such as ${result.samples[status]}`)
  }
}
