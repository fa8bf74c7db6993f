import { expect, test } from 'vitest'
import { createClock } from './clock.ts'
import { newId, newPublicOrderId, newTicketId, newToken } from './ids.ts'

test('ids are UUIDv7, unique and ascending within a process', () => {
  const before = createClock().epochMs()
  const ids = Array.from({ length: 50_000 }, newId)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  const stamp = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)
  expect(stamp - before).toBeGreaterThanOrEqual(0)
  expect(stamp - before).toBeLessThan(1000)
})

test('what opens something is random all over', () => {
  const makers = { newTicketId, newPublicOrderId, newToken }
  expect(newTicketId()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(newPublicOrderId()).toMatch(/^[\w-]{22}$/)
  expect(newToken()).toMatch(/^[\w-]{43}$/)
  for (const make of Object.values(makers)) {
    const made = Array.from({ length: 2000 }, make)
    expect(new Set(made).size).toBe(made.length)
    // Every place but separators and the last, partly filled one takes at least 8 different characters.
    const length = made[0]?.length ?? 0
    for (let place = 0; place < length - 1; place += 1) {
      const seen = new Set(made.map((text) => text[place]))
      expect(seen.size === 1 ? [...seen] : seen.size >= 8).toEqual(seen.size === 1 ? ['-'] : true)
    }
  }
})
