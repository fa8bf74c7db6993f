import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasDoubledKey } from './doubled-keys.ts'

const isDoubled = (text: string) => hasDoubledKey(text, JSON.parse(text))

test.each([
  '{"quantity":1,"quantity":20}',
  '{"a":1,"\\u0061":2}',
  '{"items":[{"a":1},{"b":2,"c":3,"b":4}]}',
  '{"a":{"b":1},"a":{"b":1}}',
  ' { "a" : "\\\\" , "a" : "\\"" } ',
])('%s names a field twice', (text) => {
  expect(isDoubled(text)).toBe(true)
})

test.each([
  '{}',
  '[]',
  '"a:b"',
  '3',
  'null',
  '{"a":{"a":[{"a":":"}]}}',
  '[{"a":1},{"a":1}]',
  '{"\\":\\"":"\\\\"}',
  '{"":":"}',
])('%s names none twice', (text) => expect(isDoubled(text)).toBe(false))

test('no text of a value is taken for doubled, however it is spaced; one more field always is', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, space) => {
      expect(isDoubled(JSON.stringify(JSON.parse(text), null, space))).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const [key = ''] = Object.keys(value)
      expect(isDoubled(`{${JSON.stringify(key)}:0,${JSON.stringify(value).slice(1)}`)).toBe(true)
    }),
  )
})

test('a text of many levels or many backslashes is looked at as fast as any', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  expect(isDoubled(deep)).toBe(false)
  expect(isDoubled(JSON.stringify({ a: '\\'.repeat(30_000) }))).toBe(false)
})
