/** Whether two kinds of calls can be distinguished by their duration (invariant A6). */
import { Refused } from './app.ts'

export interface Compared {
  /** Distinct answers, status and body; one when the two kinds answer alike. */
  readonly answers: ReadonlySet<string>
  /** Between the medians, in milliseconds. */
  readonly difference: number
  /** Two-sided, of the Mann–Whitney U test. */
  readonly p: number
}

interface Sample {
  readonly milliseconds: number
  readonly answer: string
}

async function measured(work: () => Promise<unknown>): Promise<Sample> {
  const began = performance.now()
  const outcome = await work().catch((error: unknown) => {
    if (error instanceof Refused) return [error.status, error.body, error.retryAfterSeconds]
    throw error
  })
  return { milliseconds: performance.now() - began, answer: JSON.stringify(outcome) }
}

/** Milliseconds of the quickest of some runs: what else the machine does makes some slow, hardly ever all. */
export async function quickest(runs: number, work: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  for (let run = 0; run < runs; run += 1) best = Math.min(best, (await measured(work)).milliseconds)
  return best
}

/** Begins to count: what it returns gives the seconds since, for what is done at a pace however long the machine takes. */
export function stopwatch(): () => number {
  const beganMs = performance.now()
  return () => (performance.now() - beganMs) / 1000
}

/** Milliseconds that this process has computed, whatever else the machine did meanwhile. */
export function computedMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Makes `samples` calls of each kind, in turn, so that what else the machine does falls on both. Some are made before, with
 * negative numbers and uncounted.
 */
export async function compareTimes(
  samples: number,
  one: (index: number) => Promise<unknown>,
  other: (index: number) => Promise<unknown>,
): Promise<Compared> {
  for (let warmUp = 1; warmUp <= 10; warmUp += 1) {
    await measured(() => one(-warmUp))
    await measured(() => other(-warmUp))
  }
  const [ones, others]: [Sample[], Sample[]] = [[], []]
  for (let index = 0; index < samples; index += 1) {
    const turns = [
      async () => ones.push(await measured(() => one(index))),
      async () => others.push(await measured(() => other(index))),
    ]
    for (const turn of index % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const times = (of: readonly Sample[]) => of.map(({ milliseconds }) => milliseconds)
  return {
    answers: new Set([...ones, ...others].map(({ answer }) => answer)),
    difference: Math.abs(median(times(ones)) - median(times(others))),
    p: mannWhitney(times(ones), times(others)),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Two-sided p of the Mann–Whitney U test, by its normal approximation. */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))].toSorted(
    (x, y) => x.value - y.value,
  )
  const rankSum = ranked.reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - normal(Math.abs(u - mean) / deviation))
}

/** Cumulative normal distribution, Abramowitz and Stegun 26.2.17. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
