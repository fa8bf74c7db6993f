import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_STATES, type OrderState } from '#contract/sales/checkout.ts'
import { isUnpaid, mayBecome, mergeItems, nextStep } from './order.ts'

/** The histories of orders, state by state. */
const HISTORIES: readonly (readonly [story: string, ...states: OrderState[]])[] = [
  ['free tickets, or a link that was never opened before the money came', 'reserved', 'paid'],
  ['a link is opened and paid', 'reserved', 'pending_payment', 'paid'],
  ['no payment in time, and the money comes late', 'reserved', 'expired', 'paid'],
  ['the payment is undecided too long, and is approved late', 'reserved', 'pending_payment', 'expired', 'paid'],
  ['a newer order replaces it, and it is paid all the same', 'reserved', 'cancelled', 'paid'],
  ['a newer order replaces it after the link was opened', 'reserved', 'pending_payment', 'cancelled', 'paid'],
  ['the whole money goes back', 'paid', 'refunded'],
  ['the money goes back in parts', 'paid', 'partially_refunded', 'partially_refunded', 'refunded'],
  ['the bank takes the money, and the seller gives in', 'paid', 'in_dispute', 'refunded'],
  ['the bank takes what is left after a part went back', 'paid', 'partially_refunded', 'in_dispute'],
  ['the bank takes the money, and the seller wins it back', 'paid', 'in_dispute', 'paid'],
  ['the same after a part went back', 'paid', 'partially_refunded', 'in_dispute', 'partially_refunded'],
]

/** The forbidden transitions: none of the first states is followed by one of the second. */
const NEVER: readonly (readonly [why: string, from: readonly OrderState[], to: readonly OrderState[]])[] = [
  ['an order is held once, at its beginning', ORDER_STATES, ['reserved']],
  ['a placed order does not fail', ORDER_STATES, ['failed']],
  ['a failed or fully refunded order is final', ['failed', 'refunded'], ORDER_STATES],
  [
    'an order with money is not sent to pay, paid again, expired or replaced',
    ['paid', 'partially_refunded'],
    ['pending_payment', 'paid', 'expired', 'cancelled'],
  ],
  ['nor while it is disputed', ['in_dispute'], ['pending_payment', 'expired', 'cancelled']],
  [
    'an order without money has no refund',
    ['reserved', 'pending_payment', 'expired', 'cancelled'],
    ['partially_refunded', 'refunded', 'in_dispute'],
  ],
  [
    'what has ended unpaid only money brings back',
    ['expired', 'cancelled'],
    ['pending_payment', 'expired', 'cancelled'],
  ],
  ['a buyer is sent to pay by one step', ['pending_payment'], ['pending_payment']],
  ['a dispute is about all of the money', ['in_dispute'], ['in_dispute']],
]

const stepsOf = ([, ...states]: (typeof HISTORIES)[number]) =>
  states.slice(1).map((next, n) => [states[n] as OrderState, next] as const)
const pairsOf = ([, from, to]: (typeof NEVER)[number]) =>
  from.flatMap((state) => to.map((next) => [state, next] as const))

test.each(HISTORIES.map((history) => [history[0], history] as const))('%s', (_, history) => {
  expect(stepsOf(history).filter(([state, next]) => !mayBecome(state, next))).toEqual([])
})

test.each(NEVER.map((rule) => [rule[0], rule] as const))('%s', (_, rule) => {
  expect(pairsOf(rule).filter(([state, next]) => mayBecome(state, next))).toEqual([])
})

test('of every two states a history or a refusal says whether one follows the other', () => {
  const known = [...HISTORIES.flatMap(stepsOf), ...NEVER.flatMap(pairsOf)].map((pair) => pair.join(' → '))
  const all = ORDER_STATES.flatMap((state) => ORDER_STATES.map((next) => `${state} → ${next}`))
  expect(all.filter((pair) => !known.includes(pair))).toEqual([])
})

test('only an order that has not ended holds places', () => {
  expect(ORDER_STATES.filter(isUnpaid)).toEqual(['reserved', 'pending_payment'])
})

test.each([
  ['reserved', null, false, 'pay'],
  ['pending_payment', null, false, 'pay'],
  ['pending_payment', 'pending', false, 'wait'],
  ['pending_payment', 'approved', false, 'wait'],
  ['pending_payment', 'rejected', false, 'retry'],
  ['expired', 'rejected', false, 'choose_again'],
  ['reserved', null, true, 'wait'],
  ['paid', 'approved', false, 'tickets'],
  ['partially_refunded', 'approved', false, 'tickets'],
  ['expired', null, false, 'choose_again'],
  ['cancelled', null, false, 'choose_again'],
  ['failed', null, false, 'choose_again'],
  ['refunded', 'refunded', false, 'none'],
  ['in_dispute', 'charged_back', false, 'none'],
] as const)('shown as %s (last payment: %s, free: %s): %s', (shownState, lastPayment, isFree, step) => {
  expect(nextStep({ shownState, lastPayment, isFree })).toBe(step)
})

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
