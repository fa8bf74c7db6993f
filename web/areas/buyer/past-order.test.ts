import { expect, test } from 'vitest'
import { orderStateWords, paymentWords } from './past-order.ts'

test.each([
  [{ totalCents: 0, payment: null, state: 'paid' }, 'Sin costo'],
  [{ totalCents: 100, payment: null, state: 'reserved' }, null],
  [{ totalCents: 100, payment: { status: 'approved', method: 'visa' }, state: 'paid' }, 'Pago aprobado con Visa'],
  [{ totalCents: 100, payment: { status: 'approved', method: null }, state: 'paid' }, 'Pago aprobado'],
  [{ totalCents: 100, payment: { status: 'rejected', method: 'otra' }, state: 'failed' }, 'Pago rechazado con otra'],
  [{ totalCents: 100, payment: { status: 'rejected', method: 'otra' }, state: 'paid' }, null],
] as const)('%j: %s', (order, words) => {
  expect(paymentWords(order)).toBe(words)
})

test.each([
  [{ state: 'paid', totalCents: 0 }, 'Reservada'],
  [{ state: 'paid', totalCents: 100 }, 'Pagada'],
  [{ state: 'cancelled', totalCents: 0 }, 'Sin efecto'],
] as const)('%j is %s', (order, words) => {
  expect(orderStateWords(order)).toBe(words)
})
