import { expect, test } from 'vitest'
import { isMaskedPhone, maskMail, maskName, maskPhone } from './phone.ts'

test.each([
  ['Camila Ferreyra', 'Camila F.'],
  ['Camila 😎', 'Camila 😎.'],
  ['Li 𠮷野', 'Li 𠮷.'],
  ['Camila 👩‍🎤', 'Camila 👩‍🎤.'],
  ['𠮷', '𠮷'],
])('%s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown)
})

test('a masked mail begins with a whole letter', () => {
  expect(maskMail('josefina@gmail.com')).toBe('j***@gmail.com')
  expect(maskMail('😎lunar@gmail.com')).toBe('😎***@gmail.com')
})

test('a masked phone is known as one, and a sum is not', () => {
  for (const phone of ['+5491123456789', '+5493415550101', '+59899123456', '+12025550123'])
    expect(isMaskedPhone(maskPhone(phone))).toBe(true)
  for (const text of ['+5491123456789', '+54 ****-1+2', '+54 ****-123', '=54 ****-1234'])
    expect(isMaskedPhone(text)).toBe(false)
})
