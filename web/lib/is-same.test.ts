import { expect, test } from 'vitest'
import { isSame } from './is-same.ts'

test('two forms say the same by what they hold, whatever the order of its names', () => {
  expect(isSame({ a: [1, { b: null }], c: '' }, { c: '', a: [1, { b: null }] })).toBe(true)
  expect(isSame({ a: [1] }, { a: [1, 2] })).toBe(false)
  expect(isSame({ a: undefined }, {})).toBe(false)
})

test('another file is never the same, though it has no fields of its own in a browser', () => {
  class Bare extends Blob {}
  const [one, other] = [new Bare(['a']), new Bare(['b'])]
  for (const file of [one, other]) for (const name of Object.keys(file)) Reflect.deleteProperty(file, name)
  expect(isSame({ photo: one }, { photo: one })).toBe(true)
  expect(isSame({ photo: one }, { photo: other })).toBe(false)
})
