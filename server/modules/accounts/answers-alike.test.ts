/** Threat 4, invariant A6: neither the answer nor its time tells whether somebody has an account. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/accounts.ts'
import { requestPasswordReset } from '#contract/accounts-credentials.ts'
import { createTestApp, Refused, type TestApp } from '#server/testing/app.ts'
import { tries } from '#server/testing/tries.ts'
import { hashPassword } from './password.ts'

let server: TestApp
let passwordHash: string
const SAMPLES = tries(40, 500)
/** Few samples see gross differences alone; the invariant's bounds are those of the full count. */
const MOST_MS = tries(25, 5)
const LEAST_P = tries(0.0001, 0.01)

beforeAll(async () => {
  server = await createTestApp()
  passwordHash = await hashPassword(server.app, 'una-clave-larga')
})
afterAll(() => server.close())

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

/** Takes both kinds in turn, so that what else the machine does falls on both. */
async function compare(known: (index: number) => Promise<unknown>, unknown: (index: number) => Promise<unknown>) {
  for (let warmUp = 0; warmUp < 10; warmUp += 1)
    await Promise.all([measured(() => known(-1)), measured(() => unknown(-1))])
  const samples: Record<'known' | 'unknown', Sample[]> = { known: [], unknown: [] }
  for (let index = 0; index < SAMPLES; index += 1) {
    const turns = [
      async () => samples.known.push(await measured(() => known(index))),
      async () => samples.unknown.push(await measured(() => unknown(index))),
    ]
    for (const turn of index % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const times = (of: readonly Sample[]) => of.map(({ milliseconds }) => milliseconds)
  return {
    answers: new Set([...samples.known, ...samples.unknown].map(({ answer }) => answer)),
    difference: Math.abs(median(times(samples.known)) - median(times(samples.unknown))),
    p: mannWhitney(times(samples.known), times(samples.unknown)),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Two-sided p of the Mann–Whitney U test, by its normal approximation. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
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

test('the measure sees a difference where there is one', () => {
  const values = Array.from({ length: SAMPLES }, (_, index) => index)
  const shifted = (by: number) => values.map((value) => value + by)
  expect(mannWhitney(values, shifted(0.5))).toBeGreaterThan(0.5)
  expect(mannWhitney(values, shifted(SAMPLES / 2 + 0.5))).toBeLessThan(0.0001)
})

test('signing in: a known phone with a wrong password and an unknown phone', async () => {
  const people = await Promise.all(Array.from({ length: SAMPLES + 1 }, () => server.given.user({ passwordHash })))
  const attempt = (phone: string) => server.call(login, { body: { phone, password: 'no-es-esta' } })
  const { answers, difference, p } = await compare(
    (index) => attempt(people.at(index)?.phone ?? ''),
    (index) => attempt(`+5493515${String(500_000 + index)}`),
  )
  expect(answers.size).toBe(1)
  expect(difference).toBeLessThan(MOST_MS)
  expect(p).toBeGreaterThan(LEAST_P)
})

test('asking for a reset link: a known mail and an unknown one', async () => {
  const people = await Promise.all(Array.from({ length: SAMPLES + 1 }, () => server.given.user({ passwordHash })))
  const ask = (email: string) => server.call(requestPasswordReset, { body: { email } })
  const { answers, difference, p } = await compare(
    (index) => ask(people.at(index)?.mail ?? ''),
    (index) => ask(`nadie-${index}@previa.example`),
  )
  expect(answers.size).toBe(1)
  expect(difference).toBeLessThan(MOST_MS)
  expect(p).toBeGreaterThan(LEAST_P)
})
