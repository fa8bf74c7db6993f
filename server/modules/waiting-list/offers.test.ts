import { describe, expect, test } from 'vitest'
import { isSoldOut } from '#server/modules/stock/places-left.ts'
import { toEpochMs } from '#server/shared/clock.ts'
import {
  decideOffers,
  offerUntilMs,
  waitlistStatus,
  type WaitingEvent,
  type WaitingPerson,
  type WaitingType,
} from './offers.ts'

const MINUTE = 60_000
/** A local time of a day in Buenos Aires. */
const at = (time: string) => toEpochMs(`2026-11-28T${time}:00-03:00`)
const NOON = at('12:00')

const event: WaitingEvent = {
  companyId: 'company',
  isOnSale: true,
  closesAtMs: at('21:59') + 24 * 60 * MINUTE,
  orderLimit: 10,
  personLimit: 20,
  free: null,
  sellsPaid: true,
}
const type: WaitingType = {
  id: 'general',
  isOffered: true,
  isClosed: false,
  isPaid: true,
  saleStartsAtMs: null,
  perPersonLimit: null,
  wanted: 3,
  free: 0,
}
const person = (id: string, literal: Partial<WaitingPerson> = {}): WaitingPerson => ({
  id,
  typeId: 'general',
  personId: id,
  quantity: 1,
  isActive: true,
  takenOfEvent: 0,
  takenOfType: 0,
  ...literal,
})
const decide = (literal: Partial<Parameters<typeof decideOffers>[0]>) =>
  decideOffers({ atMs: NOON, event, types: [type], offers: [], waiting: [], ...literal })

describe('offers are made by day', () => {
  test.each<[string, string, string | null, string | null]>([
    ['a minute before nine', '08:59', null, null],
    ['at nine', '09:00', null, '09:30'],
    ['a minute before eleven at night', '22:59', null, '23:29'],
    ['at eleven at night', '23:00', null, null],
    ['by night, of what closes in the morning', '03:00', '10:00', null],
    ['by night, of what closes before the morning', '03:00', '08:30', '03:30'],
    ['by night, of what closes as the morning comes', '03:00', '09:00', '03:30'],
    ['just before it closes', '20:00', '20:20', '20:20'],
    ['too late to pay', '20:16', '20:20', null],
  ])('%s', (_name, time, closes, until) => {
    expect(offerUntilMs(at(time), closes === null ? null : at(closes))).toBe(until === null ? null : at(until))
  })

  test('late at night, of what closes before the next morning', () => {
    const closes = at('06:00') + 24 * 60 * MINUTE
    expect(offerUntilMs(at('23:30'), closes)).toBe(at('23:30') + 30 * MINUTE)
    expect(offerUntilMs(at('23:30'), closes + 4 * 60 * MINUTE)).toBeNull()
  })
})

describe('a waitlist', () => {
  test.each<[string, Partial<WaitingEvent>, Partial<WaitingType>, string]>([
    ['of what is on sale', {}, {}, 'open'],
    ['of an event without a date', { closesAtMs: null }, {}, 'open'],
    ['of what is closed for good', {}, { isClosed: true }, 'closed'],
    ['of what is closed, while nothing is sold', { isOnSale: false }, { isClosed: true }, 'closed'],
    ['of an event that is not on sale', { isOnSale: false }, {}, 'paused'],
    ['of one without an account', { sellsPaid: false }, {}, 'paused'],
    ['of free tickets of one without an account', { sellsPaid: false }, { isPaid: false }, 'open'],
    ['of a type that is not offered', {}, { isOffered: false }, 'paused'],
    ['before its sale', {}, { saleStartsAtMs: NOON + 1 }, 'paused'],
    ['as its sale begins', {}, { saleStartsAtMs: NOON }, 'open'],
  ])('%s is %#', (_name, ofEvent, ofType, status) => {
    expect(waitlistStatus(NOON, { ...event, ...ofEvent }, { ...type, ...ofType })).toBe(status)
  })

  test('is for what no other person can have: of the type, or by the event’s own capacity', () => {
    const other = { ...type, id: 'vip', wanted: 0, free: 5 }
    expect(isSoldOut({ ...type, wanted: 0 }, event, [])).toBe(true)
    expect(isSoldOut({ ...type, free: 3 }, event, [])).toBe(true)
    expect(isSoldOut({ ...type, free: 4 }, event, [])).toBe(false)
    expect(isSoldOut(other, event, [type, other])).toBe(false)
    expect(isSoldOut(other, { ...event, free: 0 }, [type, other])).toBe(true)
    expect(isSoldOut(other, { ...event, free: 2 }, [{ ...type, free: 2 }, other])).toBe(true)
  })
})

describe('what is free', () => {
  test('goes to those who came first, as far as it goes', () => {
    const waiting = [person('a', { quantity: 2 }), person('b', { quantity: 3 }), person('c')]
    expect(decide({ types: [{ ...type, free: 4 }], waiting })).toEqual({
      ended: [],
      offered: [
        { id: 'a', places: 2 },
        { id: 'b', places: 2 },
      ],
      shutOut: [],
      untilMs: NOON + 30 * MINUTE,
    })
  })

  test('and what an offer leaves goes to the next at once', () => {
    const offers = [
      { id: 'over', typeId: 'general', places: 1, untilMs: NOON },
      { id: 'open', typeId: 'general', places: 1, untilMs: NOON + 1 },
    ]
    expect(decide({ offers, waiting: [person('a', { quantity: 2 })] })).toMatchObject({
      ended: [{ id: 'over', state: 'lapsed' }],
      offered: [{ id: 'a', places: 1 }],
    })
  })

  test('is within the event’s own capacity, whichever types people wait for', () => {
    const types = [
      { ...type, free: 5 },
      { ...type, id: 'vip', free: 5 },
    ]
    const waiting = [person('a', { typeId: 'vip', quantity: 2 }), person('b', { quantity: 2 })]
    expect(decide({ event: { ...event, free: 3 }, types, waiting }).offered).toEqual([
      { id: 'a', places: 2 },
      { id: 'b', places: 1 },
    ])
  })

  test('is as much as a person may have; a person at the limit or with a closed account leaves the waitlist', () => {
    const types = [{ ...type, free: 9, perPersonLimit: 4 }]
    const waiting = [
      person('full', { takenOfEvent: 20 }),
      person('blocked', { isActive: false }),
      person('some', { takenOfType: 2, quantity: 4 }),
    ]
    expect(decide({ types, waiting })).toMatchObject({
      ended: [
        { id: 'full', state: 'closed' },
        { id: 'blocked', state: 'closed' },
      ],
      offered: [{ id: 'some', places: 2 }],
    })
  })

  test('waits by night and while nothing is sold; offers that are over end all the same', () => {
    const offers = [{ id: 'over', typeId: 'general', places: 1, untilMs: at('03:00') }]
    const [types, waiting] = [[{ ...type, free: 2 }], [person('a')]]
    expect(decide({ atMs: at('03:00'), types, offers, waiting })).toMatchObject({
      ended: [{ id: 'over', state: 'lapsed' }],
      offered: [],
    })
    expect(decide({ event: { ...event, isOnSale: false }, types, waiting })).toMatchObject({ ended: [], offered: [] })
  })

  test('a closed waitlist has no waiting entries', () => {
    const offers = [{ id: 'open', typeId: 'general', places: 1, untilMs: NOON + MINUTE }]
    expect(decide({ types: [{ ...type, isClosed: true, free: 2 }], offers, waiting: [person('a')] })).toMatchObject({
      ended: [
        { id: 'open', state: 'closed' },
        { id: 'a', state: 'closed' },
      ],
      offered: [],
      shutOut: ['open', 'a'],
    })
  })

  test('a person at the limit or with a closed account leaves without a notice', () => {
    const waiting = [person('a', { takenOfEvent: 20 }), person('b', { isActive: false })]
    expect(decide({ waiting })).toMatchObject({ ended: [{ id: 'a' }, { id: 'b' }], shutOut: [] })
    expect(decide({ types: [{ ...type, isClosed: true }], waiting: [person('b', { isActive: false })] })).toMatchObject(
      { shutOut: [] },
    )
  })
})
