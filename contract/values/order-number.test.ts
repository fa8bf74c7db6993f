import { expect, test } from 'vitest'
import { endsOfOrderNumber, shortOrderNumber } from './order-number.ts'

const whole = 'Wp1ZbRBp1ZbRBp1ZbR9abc'

test('what a screen shows is read back, also with dots that a keyboard has', () => {
  expect(shortOrderNumber(whole)).toBe('Wp1Zb…9abc')
  for (const typed of [shortOrderNumber(whole), 'Wp1Zb...9abc', ' Wp1Zb … 9abc ']) {
    expect(endsOfOrderNumber(typed)).toEqual({ begins: 'Wp1Zb', ends: '9abc' })
  }
})

test.each([whole, '', '…', 'Wp1Zb…', '…9abc', 'Wp1Z…9abc', 'Wp1Zb…9abc…9abc', 'Wp1Zb.9abc', 'una compra'])(
  '%s is none',
  (typed) => {
    expect(endsOfOrderNumber(typed)).toBeNull()
  },
)
