import { describe, expect, test } from 'vitest'
import { holdEnd, holdTerms, mayDeviceOrder, payUntilMs, unprovedShare, waitsUntilMs } from './hold-rules.ts'

const MINUTE = 60_000
const NOW = 1_000 * MINUTE
const inMinutes = (minutes: number) => NOW + minutes * MINUTE

describe('a hold ends (threat 29)', () => {
  const held = (minutesLeft: number, isRenewed = false) => ({ untilMs: inMinutes(minutesLeft), isRenewed })
  test.each([
    ['after its minutes', { replaced: null, lapses: 0 }, 15, false],
    ['after five, once one lapsed', { replaced: null, lapses: 1 }, 5, false],
    ['with the one that it replaces', { replaced: held(12), lapses: 0 }, 12, false],
    ['never later than a new one would', { replaced: held(60 * 72), lapses: 0 }, 15, false],
    ['in five minutes, where that one had less', { replaced: held(2), lapses: 0 }, 5, true],
    ['but five are given once', { replaced: held(2, true), lapses: 0 }, 2, true],
    ['and what was given stays given', { replaced: held(12, true), lapses: 0 }, 12, true],
    ['with the one that it replaces, after one lapsed too', { replaced: held(3), lapses: 2 }, 5, true],
  ])('%s', (_name, earlier, minutes, isRenewed) => {
    expect(holdTerms(NOW, 15, earlier)).toEqual({ untilMs: inMinutes(minutes), isRenewed })
  })

  test('a row of replacements gains five minutes at most', () => {
    let hold = holdTerms(NOW, 15, { replaced: null, lapses: 0 })
    const firstEnd = hold.untilMs
    for (let ms = NOW; ms < hold.untilMs; ms += MINUTE / 2) {
      hold = holdTerms(ms, 15, { replaced: hold, lapses: 0 })
    }
    expect(hold.untilMs - firstEnd).toBeLessThanOrEqual(5 * MINUTE)
  })
})

test('it is paid until a minute before', () => {
  expect(payUntilMs(inMinutes(15))).toBe(inMinutes(14))
})

test.each([
  [2, -1, null],
  [3, -1, 29],
  [3, -29, 1],
  [3, -30, null],
  [7, 0, 30],
])('%i lapses, the last %i minutes ago: waits %s', (count, lastMinute, minutes) => {
  const untilMs = waitsUntilMs({ count, lastMs: inMinutes(lastMinute) }, NOW)
  expect(untilMs).toBe(minutes === null ? null : inMinutes(minutes))
})

test.each([
  ['a-device', 2, 9, true],
  ['a-device', 3, 3, false],
  ['a-device', 0, 10, false],
  // An address is many people.
  ['ip 200.10.1.7', 5000, 5000, true],
])('%s with %i holds of the event and %i in all: %s', (device, ofEvent, all, may) => {
  expect(mayDeviceOrder(device, { ofEvent, all })).toBe(may)
})

test('unverified accounts hold half, rounded down', () => {
  expect([120, 7, 1].map(unprovedShare)).toEqual([60, 3, 0])
})

test.each([
  ['2026-11-21T12:00:00.000Z', 3600, null, '2026-11-21T13:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 72 * 3600, '2026-12-24T23:00:00.000Z', '2026-11-24T12:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 72 * 3600, '2026-11-22T23:00:00.000Z', '2026-11-22T17:00:00.000Z'],
])('a hold since %s for %i s before an event at %s ends at %s', (since, seconds, startsAt, end) => {
  expect(holdEnd(since, seconds, startsAt)).toBe(end)
})
