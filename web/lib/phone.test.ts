import { expect, test } from 'vitest'
import { showPhone } from './phone.ts'

test.each([
  ['+5491123456789', '+54 9 11 2345-6789'],
  ['5493414567890', '+54 9 341 456-7890'],
  ['+541143217000', '+54 11 4321-7000'],
  ['+59899123456', '+59899123456'],
  ['+54 9 11 ****-1234', '+54 9 11 ****-1234'],
])('%s reads %s', (phone, shown) => {
  expect(showPhone(phone)).toBe(shown)
})
