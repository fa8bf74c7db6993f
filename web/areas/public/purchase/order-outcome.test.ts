import { expect, test } from 'vitest'
import { isMoving, nextPoll, orderOutcome } from './order-outcome.ts'

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

test('who comes back as one who paid is not asked to pay again while the server knows of no payment', () => {
  for (const nextStep of ['pay', 'retry'] as const) {
    const status = { state: 'pending_payment', nextStep, reason: null } as const
    expect(orderOutcome(status, '1234567', true)).toMatchObject({
      kind: 'waiting',
      text: expect.stringContaining('No pagues de nuevo'),
    })
    expect(orderOutcome(status, '1234567').kind).not.toBe('waiting')
  }
  expect(orderOutcome({ state: 'paid', nextStep: 'tickets', reason: null }, '1234567', true).kind).toBe('paid')
})

test("the provider's reason is shown", () => {
  expect(orderOutcome({ state: 'reserved', nextStep: 'retry', reason: 'Fondos insuficientes' }).text).toBe(
    'Fondos insuficientes',
  )
})

test('an order that is over is not free of charge while a payment that the address names is unknown', () => {
  const over = { state: 'expired', nextStep: 'choose_again', reason: null } as const
  expect(orderOutcome(over).text).toContain('No se cobró nada')
  expect(isMoving(orderOutcome(over))).toBe(false)
  const asking = orderOutcome(over, '1234567')
  expect(asking.text).not.toContain('No se cobró nada')
  expect(isMoving(asking)).toBe(true)
  const known = orderOutcome({ ...over, reason: 'Te devolvemos el dinero' }, '1234567')
  expect(known.text).toBe('Te devolvemos el dinero')
  expect(isMoving(known)).toBe(false)
})

test('it stops asking when nothing more can happen', () => {
  const paid = orderOutcome({ state: 'paid', nextStep: 'tickets', reason: null })
  const waiting = orderOutcome({ state: 'pending_payment', nextStep: 'wait', reason: null })
  expect([isMoving(paid), isMoving(waiting)]).toEqual([false, true])
  expect([nextPoll(0), nextPoll(4), nextPoll(99)]).toEqual([2000, 4000, 10_000])
})
