import { expect, test } from 'vitest'
import { readPercent, readWhole, showPercent } from './typed-numbers.ts'

test.each([
  ['18000', 18_000],
  ['18.000', 18_000],
  ['$ 1.234.567', 1_234_567],
  ['$ 12.500,00', 12_500],
  ['$ 12.500,50', null],
  ['0', 0],
  ['18.00', null],
  ['18,5', null],
  ['-3', null],
  ['', null],
  ['mil', null],
])('«%s» is the whole number %s', (text, value) => {
  expect(readWhole(text)).toBe(value)
})

test.each([
  ['10', 1000],
  ['7,5', 750],
  ['7.25 %', 725],
  ['0', 0],
  ['7,255', null],
  ['', null],
])('«%s» is %s hundredths of a percent', (text, value) => {
  expect(readPercent(text)).toBe(value)
})

test('a percentage is shown as it is typed', () => {
  expect([1000, 750, 725].map(showPercent)).toEqual(['10', '7,5', '7,25'])
})
