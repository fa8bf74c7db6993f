import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_STATES, type OrderState } from '#contract/checkout.ts'
import { holdEnd, isUnpaid, mayBecome, mergeItems, nextStep, shownState } from './order.ts'

const FOLLOWING: Record<OrderState, OrderState[]> = {
  reserved: ['pending_payment', 'paid', 'expired', 'cancelled'],
  pending_payment: ['paid', 'expired', 'cancelled'],
  paid: ['partially_refunded', 'refunded', 'in_dispute'],
  partially_refunded: ['partially_refunded', 'refunded', 'in_dispute'],
  refunded: [],
  expired: ['paid'],
  cancelled: ['paid'],
  failed: [],
  in_dispute: ['refunded'],
}

test.each(ORDER_STATES.flatMap((state) => ORDER_STATES.map((next) => [state, next] as const)))(
  '%s → %s',
  (state, next) => {
    expect(mayBecome(state, next)).toBe(FOLLOWING[state].includes(next))
  },
)

test('only what nobody has ended holds places', () => {
  expect(ORDER_STATES.filter(isUnpaid)).toEqual(['reserved', 'pending_payment'])
})

test.each([
  ['reserved', false, null, false, 'reserved', 'pay'],
  ['pending_payment', false, null, false, 'pending_payment', 'pay'],
  ['pending_payment', false, 'pending', false, 'pending_payment', 'wait'],
  ['pending_payment', false, 'approved', false, 'pending_payment', 'wait'],
  ['pending_payment', false, 'rejected', false, 'pending_payment', 'retry'],
  ['pending_payment', true, 'rejected', false, 'expired', 'choose_again'],
  ['reserved', true, null, false, 'expired', 'choose_again'],
  ['reserved', false, null, true, 'reserved', 'wait'],
  ['paid', true, 'approved', false, 'paid', 'tickets'],
  ['partially_refunded', true, 'approved', false, 'partially_refunded', 'tickets'],
  ['expired', true, null, false, 'expired', 'choose_again'],
  ['cancelled', false, null, false, 'cancelled', 'choose_again'],
  ['failed', false, null, false, 'failed', 'choose_again'],
  ['refunded', true, 'refunded', false, 'refunded', 'none'],
  ['in_dispute', true, 'charged_back', false, 'in_dispute', 'none'],
] as const)(
  '%s (over: %s, last payment: %s, free: %s) is shown as %s: %s',
  (state, isOver, lastPayment, isFree, shown, step) => {
    const standing = { state, isOver, lastPayment }
    expect(shownState(standing)).toBe(shown)
    expect(nextStep({ ...standing, isFree })).toBe(step)
  },
)

test('a cart is one line per type with the sum of its quantities', () => {
  const item = fc.record({
    ticketTypeId: fc.constantFrom('a', 'b', 'c', 'd'),
    quantity: fc.integer({ min: 1, max: 10 }),
  })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), (items) => {
      const merged = mergeItems(items)
      expect(new Set(merged.map(({ ticketTypeId }) => ticketTypeId)).size).toBe(merged.length)
      for (const { ticketTypeId, quantity } of merged) {
        const asked = items.filter((each) => each.ticketTypeId === ticketTypeId)
        expect(quantity).toBe(asked.reduce((total, each) => total + each.quantity, 0))
      }
      expect(mergeItems(items.toReversed())).toEqual(merged)
    }),
  )
})

test.each([
  ['2026-11-21T12:00:00.000Z', 3600, null, '2026-11-21T13:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 72 * 3600, '2026-12-24T23:00:00.000Z', '2026-11-24T12:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 72 * 3600, '2026-11-22T23:00:00.000Z', '2026-11-22T17:00:00.000Z'],
])('a hold since %s for %i s before an event at %s ends at %s', (since, seconds, startsAt, end) => {
  expect(holdEnd(since, seconds, startsAt)).toBe(end)
})
