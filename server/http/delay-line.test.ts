import { beforeEach, expect, test } from 'vitest'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { movableClock } from '#server/testing/movable-clock.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { createDelayLine, type DelayLine } from './delay-line.ts'

const from = (ip: string, device = `ip ${ip}`): RequestOrigin => ({ requestId: '', ip, device })
const delay = { delayMs: 60_000, mayPass: true }

let line: DelayLine
let asked: string[][]
let waits: { ms: number; end: () => void }[]
beforeEach(() => {
  asked = []
  waits = []
  line = createDelayLine({
    processCache: createProcessCache(movableClock('2026-11-21T22:00:00.000Z')),
    findKnownDevices: async (devices) => {
      asked.push([...devices])
      return new Set(devices.filter((device) => device.startsWith('conocido')))
    },
    wait: (ms) => new Promise((end) => waits.push({ ms, end })),
  })
})
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('five seconds at most; a hundred of one address and two hundred in all, then 503 with when to come back', async () => {
  const refused: unknown[] = []
  const crowd = ['198.18.0.1', '198.18.0.2', '198.18.0.3'].flatMap((ip) =>
    Array.from({ length: 120 }, () => line.hold(from(ip), delay).catch((error: unknown) => refused.push(error))),
  )
  await settled()
  expect(waits).toHaveLength(200)
  expect(new Set(waits.map(({ ms }) => ms))).toEqual(new Set([5000]))
  expect(refused).toHaveLength(160)
  expect(refused[0]).toMatchObject({ code: 'busy', status: 503, retryAfterSeconds: 5 })
  for (const { end } of waits) end()
  await Promise.all(crowd)
  expect(line.waiting()).toBe(0)
  void line.hold(from('198.18.0.1'), delay)
  await settled()
  expect(line.waiting()).toBe(1)
})

test('a device that signed in before does not wait, however full the line; one that only says so does', async () => {
  for (let n = 0; n < 100; n += 1) void line.hold(from('198.18.0.1'), delay)
  await line.hold(from('198.18.0.1', 'conocido-uno'), delay)
  await line.hold(from('198.18.0.1', 'conocido-uno'), delay)
  await expect(line.hold(from('198.18.0.1', 'inventado-uno'), delay)).rejects.toMatchObject({ code: 'busy' })
  // Asked once each.
  expect(asked.flat()).toEqual(['conocido-uno', 'inventado-uno'])
  await expect(line.hold(from('198.18.0.1', 'conocido-uno'), { ...delay, mayPass: false })).rejects.toThrow()
})

test('many invented devices are looked up together', async () => {
  const first = line.hold(from('198.18.0.1', 'inventado-0'), delay).catch(() => {})
  for (let n = 1; n < 90; n += 1) void line.hold(from('198.18.0.1', `inventado-${n}`), delay).catch(() => {})
  await settled()
  await settled()
  expect(asked.length).toBeLessThanOrEqual(2)
  for (const { end } of waits) end()
  await first
})

test('who leaves meanwhile is not served', async () => {
  const leaving = new AbortController()
  const held = line.hold(from('198.18.0.1'), { ...delay, hasLeft: leaving.signal })
  await settled()
  leaving.abort()
  waits[0]?.end()
  await expect(held).rejects.toMatchObject({ code: 'busy' })
  expect(line.waiting()).toBe(0)
})
