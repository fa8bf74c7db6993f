/** Threat 34: an address that many share, in minutes that pass at once. */
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { rrppGenerateTicket, rrppGenerateTicketToo } from '#contract/sales/box-office-promoters.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { receiveWhatsappWebhook } from '#contract/platform/notifications.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { movableClock } from '#server/testing/movable-clock.ts'
import { isFailure } from '#server/shared/failure.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { createDelayLine } from './delay-line.ts'
import { createRateLimits, type EndpointLimit } from './rate-limits.ts'
import { createRateWindows } from './rate-windows.ts'

const VENUE = '198.18.7.7'
const origin = (device: string, ip = VENUE): RequestOrigin => ({ requestId: '', ip, device })

interface Call {
  readonly atMs: number
  readonly who: 'attacker' | 'known' | 'newcomer'
  readonly device: string
}

interface Answer {
  readonly who: Call['who']
  readonly waitedMs: number
  readonly isRefused: boolean
}

/** Plays calls through limit and line on a clock of its own. */
async function play(
  calls: readonly Call[],
  makeLimit: (spec: EndpointSpec) => EndpointLimit,
  line: Line,
): Promise<Answer[]> {
  const limit = makeLimit(login)
  const answers: Promise<Answer>[] = []
  for (const { atMs, who, device } of calls.toSorted((a, b) => a.atMs - b.atMs)) {
    await line.goTo(atMs)
    const answer = async (): Promise<Answer> => {
      const startedMs = line.nowMs()
      try {
        const delayMs = limit.count(origin(device), null)
        if (delayMs > 0) await line.hold(origin(device), { delayMs, mayPass: true })
        return { who, waitedMs: line.nowMs() - startedMs, isRefused: false }
      } catch (error) {
        if (!isFailure(error)) throw error
        return { who, waitedMs: line.nowMs() - startedMs, isRefused: true }
      }
    }
    answers.push(answer())
  }
  await line.goTo(Infinity)
  return Promise.all(answers)
}

type Line = ReturnType<typeof virtualLine>
function virtualLine() {
  const clock = movableClock('2026-11-21T22:00:00.000Z')
  const startMs = clock.epochMs()
  const nowMs = () => clock.epochMs() - startMs
  let waits: { endMs: number; end: () => void }[] = []
  const processCache = createProcessCache(clock)
  const line = createDelayLine({
    processCache,
    findKnownDevices: async (devices) => new Set(devices.filter((device) => device.startsWith('conocido'))),
    wait: (ms) => new Promise((end) => waits.push({ endMs: nowMs() + ms, end })),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...line,
    clock,
    processCache,
    nowMs,
    /** Everything that ends until then, in its order. */
    async goTo(untilMs: number) {
      await settle()
      for (;;) {
        const [next] = waits.toSorted((a, b) => a.endMs - b.endMs)
        if (!next || next.endMs > untilMs) break
        clock.advance(next.endMs - nowMs())
        waits = waits.filter((each) => each !== next)
        next.end()
        await settle()
      }
      if (Number.isFinite(untilMs) && untilMs > nowMs()) clock.advance(untilMs - nowMs())
      await settle()
    },
  }
}

/** Ten minutes: 200 honest people of whom one in four never signed in on that device, and guesses on invented devices. */
function night(guessesPerSecond: number): Call[] {
  const seconds = 600
  const guesses = Array.from({ length: seconds * guessesPerSecond }, (_, n): Call => {
    return { atMs: (n * 1000) / guessesPerSecond, who: 'attacker', device: `inventado-${n}` }
  })
  const honest = Array.from({ length: 200 }, (_, n): Call => {
    const who = n % 4 === 0 ? 'newcomer' : 'known'
    return { atMs: 100_000 + n * 2400.5, who, device: `${who === 'known' ? 'conocido' : 'nuevo'}-${n}` }
  })
  return [...guesses, ...honest]
}
const of = (answers: readonly Answer[], who: Call['who']) => answers.filter((answer) => answer.who === who)
const p99 = (answers: readonly Answer[]) =>
  answers.map(({ waitedMs }) => waitedMs).toSorted((a, b) => a - b)[Math.floor(answers.length * 0.99)]

test('one who guesses and 200 honest people on one address: no honest one is refused, those on their own device do not wait', async () => {
  const line = virtualLine()
  const limits = createRateLimits(line.clock, createRateWindows(line.clock, line.processCache))
  const answers = await play(night(10), limits.of, line)
  expect(of(answers, 'known').filter(({ isRefused }) => isRefused)).toEqual([])
  expect(p99(of(answers, 'known'))).toBe(0)
  expect(of(answers, 'newcomer').filter(({ isRefused }) => isRefused)).toEqual([])
  expect(p99(of(answers, 'newcomer'))).toBeLessThanOrEqual(5000)
})

test('a flood is held to twenty a second, and known devices never notice', async () => {
  const line = virtualLine()
  const limits = createRateLimits(line.clock, createRateWindows(line.clock, line.processCache))
  const answers = await play(night(60), limits.of, line)
  expect(of(answers, 'known').filter(({ isRefused, waitedMs }) => isRefused || waitedMs > 0)).toEqual([])
  const passed = of(answers, 'attacker').filter(({ isRefused }) => !isRefused)
  // The limit, what passes while the delay grows, and a hundred every five seconds.
  expect(passed.length).toBeLessThan(3000 + 3000 + 600 * 20)
})

test('negative control: an address that is refused shuts out everybody behind it', async () => {
  const line = virtualLine()
  const limits = createRateLimits(line.clock, createRateWindows(line.clock, line.processCache))
  const refusing = (spec: EndpointSpec): EndpointLimit =>
    limits.of({ ...spec, rate: { per: 'device', limit: 3000, seconds: 900 } })
  const answers = await play(
    night(10).map((call) => ({ ...call, device: 'aparato-de-todos' })),
    refusing,
    line,
  )
  expect(of(answers, 'known').filter(({ isRefused }) => isRefused).length).toBeGreaterThan(50)
})

test('thousands of honest buyers of one venue in a minute neither wait nor are refused; each has their own limit', () => {
  const line = virtualLine()
  const limit = createRateLimits(line.clock, createRateWindows(line.clock, line.processCache)).of(createPurchase)
  const buyer = (n: number) => ({ userId: `persona-${n}` }) as Actor // all that is counted
  for (let n = 0; n < 3000; n += 1) expect(limit.count(origin('aparato-x'), buyer(n))).toBe(0)
  const limitOfOne = createPurchase.rate.limit
  const again = () => limit.count(origin('aparato-x'), buyer(0))
  for (let n = 1; n < limitOfOne; n += 1) again()
  expect(again).toThrow('demasiados intentos')
})

test('two addresses of one act count together', () => {
  const line = virtualLine()
  const limits = createRateLimits(line.clock, createRateWindows(line.clock, line.processCache))
  const promoter = { userId: 'lautaro' } as Actor // all that is counted
  const [one, other] = [limits.of(rrppGenerateTicket), limits.of(rrppGenerateTicketToo)]
  for (let n = 0; n < 240; n += 1) (n % 2 === 0 ? one : other).count(origin('aparato-x'), promoter)
  for (const limit of [one, other])
    expect(() => limit.count(origin('aparato-x'), promoter)).toThrow('demasiados intentos')
})

test('who names no device is one of all at that address, a neighbour of the same IPv6 network too', () => {
  const line = virtualLine()
  const limit = createRateLimits(line.clock, createRateWindows(line.clock, line.processCache)).of(login)
  const delays = (ip: string) => limit.count(origin(`ip ${ip}`, ip), null)
  for (let n = 0; n < 3000; n += 1) expect(delays(`2001:db8:1:2::${n.toString(16)}`)).toBe(0)
  expect(delays('2001:db8:1:2:ffff:1:2:3')).toBeGreaterThan(0)
  expect(delays('2001:db8:1:3::1')).toBe(0)
})

test('threat 32: invented devices and addresses end at the bytes of their memory, and crowd out no other count', () => {
  const line = virtualLine()
  const limit = createRateLimits(line.clock, createRateWindows(line.clock, line.processCache)).of(login)
  for (let n = 0; n < 60; n += 1) limit.count(origin('aparato-propio', '198.18.0.1'), null)
  for (let n = 0; n < 60_000; n += 1) limit.count(origin(`inventado-${n}`, VENUE), null)
  for (const { bytes, maxBytes } of line.processCache.readUse()) expect(bytes).toBeLessThanOrEqual(maxBytes)
  expect(limit.count(origin('otro-aparato', VENUE), null)).toBe(5000)
})

test('threat 32: a flood of invented devices keeps no address from being shared with the other processes', () => {
  const line = virtualLine()
  const windows = createRateWindows(line.clock, line.processCache)
  for (let n = 0; n < 40_000; n += 1) windows.add('device', `device login inventado-${n % 20_000}`, 900)
  for (let n = 0; n < 2; n += 1) windows.add('address', 'address login 198.18.0.1', 900)
  const { counts } = windows.takePending(5000)
  expect(counts).toHaveLength(5000)
  expect(counts[0]).toMatchObject({ key: 'address login 198.18.0.1', calls: 2 })
})

test('a kind that only another version counts is passed over', () => {
  const line = virtualLine()
  const windows = createRateWindows(line.clock, line.processCache)
  const sum = { calls: 7, endsInMs: 60_000 }
  windows.learn([
    { key: 'planet login 3', ...sum },
    { key: 'address login 198.18.0.1', ...sum },
  ])
  expect(windows.add('address', 'address login 198.18.0.1', 900)).toMatchObject({ calls: 1, others: 7 })
})

test('what is forgiven is forgiven in every process, and a window that is over forgives nothing', () => {
  const line = virtualLine()
  const windows = createRateWindows(line.clock, line.processCache)
  const limit = createRateLimits(line.clock, windows).of(receiveWhatsappWebhook)
  const vendor = origin('ip', VENUE)
  const share = () => {
    const { counts, markShared } = windows.takePending(10)
    markShared()
    return counts.map(({ calls }) => calls)
  }
  for (let n = 0; n < 10; n += 1) limit.count(vendor, null)
  expect(share()).toEqual([10])
  for (let n = 0; n < 10; n += 1) limit.forgive(vendor)
  expect(share()).toEqual([-10])
  for (let n = 0; n < 60; n += 1) expect(limit.count(vendor, null)).toBe(0)
  expect(limit.count(vendor, null)).toBeGreaterThan(0)
  line.clock.advance(61_000)
  limit.forgive(vendor)
  for (let n = 0; n < 60; n += 1) expect(limit.count(vendor, null)).toBe(0)
  expect(limit.count(vendor, null)).toBeGreaterThan(0)
})
