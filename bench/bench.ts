/** What every group of rows works with. */
import { loadavg } from 'node:os'
import type { Copy, Databases } from './database.ts'
import type { LoadOutcome } from './load.ts'
import { runPlan } from './load.ts'
import type { Load, LoadResult } from './loads.ts'
import type { Seeded } from './seed.ts'
import type { Place, StartedServer } from './servers.ts'
import { startWeb } from './servers.ts'
import type { Measured } from './table.ts'

export interface Bench {
  /** A folder of the run. */
  readonly home: string
  /** Before the measured time; the server compiles its hot code meanwhile. */
  readonly warmSeconds: number
  /** The measured time of each row. */
  readonly seconds: number
  /** How many a sold-out night sells. */
  readonly nightTickets: number
  /** Where processor profiles of the measured servers go; none without. */
  readonly profiles: string | undefined
  /** The seeded database, made when the first group needs it. */
  database(): Promise<{ readonly databases: Databases; readonly seeded: Seeded }>
  progress(text: string): void
}

export type Group = (bench: Bench) => Promise<Measured[]>

export interface Trial {
  readonly name: string
  readonly loads: readonly Load[]
  /** What happens to the copied database before the server starts. */
  readonly prepare?: (copy: Copy) => Promise<unknown>
  readonly start?: (place: Place) => Promise<StartedServer>
  /** What must hold afterwards; throws when it does not. */
  readonly check?: (copy: Copy, results: readonly LoadResult[]) => Promise<void>
}

/** One row's work: a copy of the seeded database, a server of its own on it, the load, the checks. */
export async function tryLoad(
  bench: Bench,
  { name, loads, prepare, start = startWeb, check }: Trial,
): Promise<LoadOutcome> {
  const { databases } = await bench.database()
  bench.progress(name)
  const copy = await databases.copy()
  try {
    await prepare?.(copy)
    const server = await start({ connectionString: copy.url, home: bench.home, profiles: bench.profiles })
    try {
      const plan = { port: server.port, warmSeconds: bench.warmSeconds, seconds: bench.seconds, loads }
      const outcome = await runPlan(plan, { server: server.pid, postgres: databases.pid() })
      await check?.(copy, outcome.results)
      return outcome
    } finally {
      await server.stop()
    }
  } finally {
    await copy.drop()
  }
}

/** Latencies and busy cores of an outcome, in a few words. */
export function noteOf(result: LoadResult, { cores }: Pick<LoadOutcome, 'cores'>): string {
  const busy = Object.entries(cores).map(([name, value]) => `${name} ${value.toFixed(2)}`)
  // What holds also while others use the machine: processor time per answer.
  const each = ['server', 'postgres'].flatMap((name) =>
    cores[name] === undefined ? [] : [`${name} ${Math.round((cores[name] / result.perSecond) * 1e6)} µs each`],
  )
  return [
    `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`,
    `slowest second ${Math.min(...result.eachSecond)}/s`,
    ...each,
    `cores: ${busy.join(', ')}`,
    `load average ${loadavg()[0]?.toFixed(1)}`,
  ].join('; ')
}
