import { expect, test } from 'vitest'
import { normaliseGender } from './accounts.ts'

test.each([
  ['Masculino', 'Male'],
  ['M', 'Male'],
  [' female ', 'Female'],
  ['F', 'Female'],
  ['Otro', 'Other'],
  ['O', 'Other'],
  ['', 'Prefiero no decir'],
  [null, 'Prefiero no decir'],
  ['constructor', 'Prefiero no decir'],
  ['__proto__', 'Prefiero no decir'],
])('%s is %s', (typed, gender) => {
  expect(normaliseGender(typed)).toBe(gender)
})
