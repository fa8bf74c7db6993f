import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serializer } from './schemas.ts'

test('answers are cut to their schema, and null stays null wherever it may stand', () => {
  const write = serializer(
    z.object({
      text: z.nullable(z.string()),
      kind: z.nullable(z.enum(['paid', 'free'])),
      person: z.optional(z.nullable(z.object({ age: z.nullable(z.int()) }))),
      any: z.union([z.string(), z.number(), z.null()]),
      list: z.array(z.nullable(z.number())),
    }),
  )
  const nothing = { text: null, kind: null, person: null, any: null, list: [null, 1] }
  expect(JSON.parse(write(nothing))).toEqual(nothing)
  const full = { text: 'á', kind: 'paid', person: { age: null }, any: 2.5, list: [] }
  expect(JSON.parse(write({ ...full, person: { age: null, dni: '1' }, passwordHash: 'x' }))).toEqual(full)
  expect(JSON.parse(write({ text: 'b', kind: null, any: 'c', list: [] }))).toEqual({
    text: 'b',
    kind: null,
    any: 'c',
    list: [],
  })
  expect(() => write({ kind: null, any: null, list: [] })).toThrow('required')
})
