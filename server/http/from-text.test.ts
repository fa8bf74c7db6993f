import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { textReader } from './from-text.ts'

const read = textReader(z.object({ types: z.array(z.object({ price: z.number() })), name: z.string() }))

test.each([
  ['[{"price":5}]', [{ price: 5 }]],
  // A field that is there twice is ambiguous: the schema gets the text and refuses it.
  ['[{"price":5000,"price":0}]', '[{"price":5000,"price":0}]'],
  ['[{"price":', '[{"price":'],
])('the list %s is read as %j', (types, value) => {
  expect(read({ types, name: '{"a":1}' })).toEqual({ types: value, name: '{"a":1}' })
})
