/**
 * Threat 4, invariant A6: neither the answer nor its time reveals whether a contact has an account. What every run compares is
 * the answers and the work behind them, hashes and queries; `npm run prove` measures the time itself.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { renewActivation, requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { linkGoogle, signInWithGoogle } from '#contract/accounts/accounts-google.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '#server/shared/concurrency-limiter.ts'
import { Refused } from '#server/testing/app.ts'
import { createGoogleTestApp, type GoogleTestApp } from '#server/testing/google-journey.ts'
import { compareTimes, mannWhitney, type Compared } from '#server/testing/timing.ts'
import { tries } from '#server/testing/tries.ts'
import { hashPassword } from './password/password.ts'

let google: GoogleTestApp
let passwordHash: string
const SAMPLES = tries(5, 500)
/** For two measurements, and ten calls before each. */
const PEOPLE = 2 * SAMPLES + 11
const isProof = SAMPLES === 500
const MOST_MS = 5
const LEAST_P = 0.01
const work = { hashes: 0, queries: 0 }

beforeAll(async () => {
  google = await createGoogleTestApp()
  countHashes()
  passwordHash = await hashPassword(google.server.app, 'una-clave-larga')
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    work.queries += 1
    return Reflect.apply(query, this, args) as never // the real one, with what it was called with
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await google.close()
})

/** Every hash goes through the limiter of `password.ts`: this one counts who enters. */
function countHashes(): void {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1, maxWaiting: 100 })
  const run: ConcurrencyLimiter['run'] = (hashing) => {
    work.hashes += 1
    return limiter.run(hashing)
  }
  google.server.app.processCache.once('accounts.hashing', () => ({ ...limiter, run }))
}

type Attempt = (index: number) => Promise<unknown>

/** The whole answer and what it took. */
async function costOf(attempt: () => Promise<unknown>) {
  Object.assign(work, { hashes: 0, queries: 0 })
  const answer = await attempt().catch((error: unknown) => {
    if (error instanceof Refused) return [error.status, error.body, error.retryAfterSeconds]
    throw error
  })
  return { answer, ...work }
}

function isDifferent({ answers, difference, p }: Compared): boolean {
  return answers.size > 1 || difference >= MOST_MS || p <= LEAST_P
}

/** The observable differences between the kinds; each is expected to cost so many hashes. */
async function differences(hashes: 0 | 1, ...kinds: readonly [Attempt, Attempt, ...Attempt[]]): Promise<string[]> {
  // Statements are prepared and connections opened by the first of each.
  for (const kind of kinds) await costOf(() => kind(-1))
  const found: string[] = []
  const first = JSON.stringify({ ...(await costOf(() => kinds[0](0))), hashes })
  for (let index = 1; index < 4; index += 1) {
    for (const [place, kind] of kinds.entries()) {
      const cost = JSON.stringify(await costOf(() => kind(index)))
      if (cost !== first) found.push(`kind ${place}: ${cost} in place of ${first}`)
    }
  }
  if (!isProof) return found
  const [one, ...others] = kinds
  for (const [place, other] of others.entries()) {
    // Of a hundred alike pairs one looks different by chance: such a one is measured once more.
    const first = await compareTimes(SAMPLES, one, other)
    const later = (kind: Attempt) => (index: number) => kind(index < 0 ? index : index + SAMPLES)
    const compared = isDifferent(first) ? await compareTimes(SAMPLES, later(one), later(other)) : first
    if (isDifferent(compared))
      found.push(`kind ${place + 1}: ${compared.answers.size} answers, ${compared.difference} ms, p ${compared.p}`)
  }
  return found
}

/** One person for each sample, those of the warm-up too: an account takes five wrong passwords. */
async function people(literal: Parameters<GoogleTestApp['server']['given']['user']>[0] = {}) {
  const all = []
  for (let n = 0; n < PEOPLE; n += 1) all.push(await google.server.given.user({ passwordHash, ...literal }))
  return all
}

test('the measure sees a difference where there is one', () => {
  const values = Array.from({ length: 100 }, (_, index) => index)
  const shifted = (by: number) => values.map((value) => value + by)
  expect(mannWhitney(values, shifted(0.5))).toBeGreaterThan(0.5)
  expect(mannWhitney(values, shifted(50.5))).toBeLessThan(0.0001)
})

test('threat 4: signing in with a wrong password, with a known or unknown phone and any kind of account', async () => {
  const [active, blocked, pending, withoutPassword] = [
    await people(),
    await people({ state: 'blocked' }),
    await people({ state: 'pending' }),
    await google.server.given.user(),
  ]
  const attempt = (phone: string | undefined) =>
    google.server.call(login, { body: { phone: phone ?? '', password: 'no-es-esta' } })
  const phones = Array.from({ length: PEOPLE }, (_, index) => `+5493515${String(510_000 + index)}`)
  const found = await differences(
    1,
    (index) => attempt(active.at(index)?.phone),
    (index) => attempt(phones.at(index)),
    (index) => attempt(blocked.at(index)?.phone),
    (index) => attempt(pending.at(index)?.phone),
  )
  expect(found).toEqual([])
  expect(await google.server.refusal(attempt(withoutPassword.phone))).toBe('wrong_credentials')
})

test('threat 4: requesting a reset link, for any kind of mail', async () => {
  const [active, pending, blocked] = [
    await people(),
    await people({ state: 'pending' }),
    await people({ state: 'blocked' }),
  ]
  const ask = (email: string | undefined) => google.server.call(requestPasswordReset, { body: { email: email ?? '' } })
  const found = await differences(
    0,
    (index) => ask(active.at(index)?.mail),
    (index) => ask(`nadie-${index}@previa.example`),
    (index) => ask(pending.at(index)?.mail),
    (index) => ask(blocked.at(index)?.mail),
  )
  expect(found).toEqual([])
})

test('threat 4: asking for another activation link with a token that never was, and with any other', async () => {
  const found = await differences(
    0,
    (index) => google.server.call(renewActivation, { body: { token: `un-token-cualquiera-${index}` } }),
    (index) => google.server.call(renewActivation, { body: { token: `x${index}` } }),
  )
  expect(found).toEqual([])
})

test('threat 4: linking Google to an account by a wrong password, whether the account has one or not', async () => {
  async function links(hash: string | null) {
    const tokens: string[] = []
    for (let n = 0; n < PEOPLE; n += 1) {
      const account = google.account()
      await google.server.given.user({ mail: account.mail, ...(hash === null ? {} : { passwordHash: hash }) })
      const idToken = await google.google.idToken(account)
      const refused = await google.server.call(signInWithGoogle, { body: { idToken } }).catch((error: unknown) => error)
      if (!(refused instanceof Refused)) throw new Error('A known mail was let in without its password')
      tokens.push((refused.body.details as { linkToken: string }).linkToken)
    }
    return tokens
  }
  const [having, lacking] = [await links(passwordHash), await links(null)]
  const link = (linkToken: string | undefined) =>
    google.server.call(linkGoogle, { body: { linkToken: linkToken ?? '', password: 'no-es-esta' } })
  const found = await differences(
    1,
    (index) => link(having.at(index)),
    (index) => link(lacking.at(index)),
  )
  expect(found).toEqual([])
})
