import { expect, test } from 'vitest'
import { maskMail, maskName } from './phone.ts'

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
