import { expect, test } from 'vitest'
import { nextPoll, orderOutcome } from './order-outcome.ts'

test.each([
  ['paid', 'tickets', 'paid'],
  ['partially_refunded', 'tickets', 'paid'],
  ['reserved', 'pay', 'unpaid'],
  ['reserved', 'retry', 'refused'],
  ['pending_payment', 'wait', 'waiting'],
  ['expired', 'choose_again', 'over'],
  ['cancelled', 'choose_again', 'over'],
  ['failed', 'choose_again', 'over'],
  ['refunded', 'none', 'refunded'],
  ['in_dispute', 'none', 'waiting'],
] as const)('%s with next step %s is %s', (state, nextStep, kind) => {
  expect(orderOutcome({ state, nextStep, reason: null }).kind).toBe(kind)
})

test("the provider's reason is told", () => {
  expect(orderOutcome({ state: 'reserved', nextStep: 'retry', reason: 'Fondos insuficientes' }).text).toBe(
    'Fondos insuficientes',
  )
})

test('it stops asking when nothing more can happen', () => {
  const paid = orderOutcome({ state: 'paid', nextStep: 'tickets', reason: null })
  const waiting = orderOutcome({ state: 'pending_payment', nextStep: 'wait', reason: null })
  expect(nextPoll(paid, 0)).toBeNull()
  expect([nextPoll(waiting, 0), nextPoll(waiting, 4), nextPoll(waiting, 99)]).toEqual([2000, 4000, 10_000])
})
