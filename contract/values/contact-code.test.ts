import { expect, test } from 'vitest'
import { contactCode } from './contact-code.ts'

test.each([
  '123456',
  ' 123456 ',
  '123 456',
  '123\u00A0456',
  '123-456',
  '123–456',
  '123.456',
  '1 2 3 4 5 6',
  '１２３４５６',
  '１２３　４５６',
  'Tu código es 123456',
  '123456 es tu código de Previa. Vence en 10 minutos.',
  'Previa: 123 456. No lo compartas, vence a las 23:50.',
  '123456\n123456',
])('%j is the code 123456', (typed) => {
  expect(contactCode.parse(typed)).toBe('123456')
})

test.each(['', '12345', '1234567', '123 4567', '123456 o 654321', 'Tu código es', '12345a', `${'1'.repeat(400)}`])(
  '%j is no code',
  (typed) => {
    expect(contactCode.safeParse(typed).success).toBe(false)
  },
)
