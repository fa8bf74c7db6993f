/** What may be typed is bounded, what is answered is not: a read never fails for the size of a figure (rule R3.18). */
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#server/app.ts'
import { serializer } from './schemas.ts'

/** Figures that are of a kind with an end: a percent, a page, a number of a list. */
const HAVE_AN_END =
  /bps$|percent|rate$|^page$|^limit$|^position$|quantity$|^lat$|^lng$|year|month|^age$|minimumAge|minutes$|seconds$/i
const MONEY = /cents$|amount|price|fee$|platform|organizer|refund|revenue|paid|total(?!s?(Pages|[A-Z]\w+))/i

interface Leaf {
  readonly name: string
  readonly schema: $ZodType
}

/** Every figure of an answer, with the name of its field. */
function figuresOf(schema: $ZodType, name = ''): Leaf[] {
  const { def } = (schema as $ZodTypes)._zod // every schema of the contract is one of the library's own
  if (def.type === 'number') return [{ name, schema }]
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([field, inner]) => figuresOf(inner, field))
  if (def.type === 'array') return figuresOf(def.element, name)
  if (def.type === 'record') return figuresOf(def.valueType, name)
  if (def.type === 'union') return def.options.flatMap((option) => figuresOf(option, name))
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return figuresOf(def.innerType, name)
  return []
}

const answers = endpoints.flatMap(({ spec }) =>
  typeof spec.response === 'string' ? [] : [[`${spec.method} ${spec.path}`, spec.response] as const],
)
const figures = answers.flatMap(([call, response]) => figuresOf(response).map((leaf) => [call, leaf] as const))

describe('answers', () => {
  test.each([0, 1, 1e9, 1e13])('take %d in every field of money', (figure) => {
    const refusals = figures.filter(([, { name, schema }]) => MONEY.test(name) && !safeParse(schema, figure).success)
    expect(refusals.map(([call, { name }]) => `${call} ${name}`)).toEqual([])
  })

  test('have no other figure with an end than those that are of a kind with one', () => {
    const refusals = figures.filter(
      ([, { name, schema }]) => !HAVE_AN_END.test(name) && !safeParse(schema, 1e12).success,
    )
    expect(refusals.map(([call, { name }]) => `${call} ${name}`)).toEqual([])
  })

  test('are written with every digit', () => {
    const written = figures.map(([, { schema }]) => serializer(schema)(987_654_321_012))
    expect([...new Set(written)]).toEqual(['987654321012'])
  })

  test('have figures of money at all', () => {
    expect(figures.filter(([, { name }]) => MONEY.test(name)).length).toBeGreaterThan(80)
  })
})
