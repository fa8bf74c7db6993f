/** Lines of one thing are one line (invariant I6): wherever the contract takes lines with a quantity, their sum is what the limit counts. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import type { ObjectKind } from '#contract/api/ids.ts'
import { endpoints } from '#server/app.ts'
import { inputSchema, type JsonSchema } from '#server/http/schemas.ts'
import { newId } from '#server/shared/ids.ts'
import { nameOf } from './requests.ts'

interface Lines {
  readonly endpoint: string
  /** From the body inwards. */
  readonly path: string
  readonly schema: z.ZodMiniType
  readonly id: string
  readonly names: ObjectKind
  readonly most: number
}

/** A schema without what may be missing around it. */
function inside(schema: z.ZodMiniType): z.ZodMiniType {
  const { innerType } = schema._zod.def as { readonly innerType?: z.ZodMiniType } // of `optional`, `nullable` and defaults
  return innerType ? inside(innerType) : schema
}

/** Lists of objects with a quantity, however deep. */
function linesIn(endpoint: string, path: string, whole: z.ZodMiniType): Lines[] {
  const schema = inside(whole)
  if (schema instanceof z.ZodMiniObject)
    return Object.entries(schema.shape).flatMap(
      ([name, field]) => linesIn(endpoint, `${path}.${name}`, field as z.ZodMiniType), // a shape holds schemas of this library
    )
  if (!(schema instanceof z.ZodMiniArray)) return []
  const item = inside(schema.def.element as z.ZodMiniType)
  if (!(item instanceof z.ZodMiniObject)) return []
  const fields: Readonly<Record<string, JsonSchema>> = inputSchema(item).properties ?? {}
  const most = fields['quantity']?.['maximum']
  const [id] = Object.entries(fields).filter(([, field]) => field.names !== undefined)
  if (typeof most === 'number' && id?.[1].names)
    return [{ endpoint, path, schema, id: id[0], names: id[1].names, most }]
  return linesIn(endpoint, `${path}[]`, item)
}

const all = endpoints.flatMap(({ spec }: { readonly spec: EndpointSpec }) =>
  spec.body ? linesIn(nameOf(spec), 'body', spec.body as z.ZodMiniType) : [],
)

test.each(all.map((lines) => [`${lines.endpoint} ${lines.path}`, lines] as const))('%s', (_name, lines) => {
  const { schema, id, most } = lines
  const [one, other] = [newId(), newId()]
  const isTaken = (...items: readonly (readonly [string, number])[]) =>
    z.safeParse(
      schema,
      items.map(([of, quantity]) => ({ [id]: of, quantity })),
    ).success
  expect(isTaken([one, most])).toBe(true)
  expect(isTaken([one, most], [other, most])).toBe(true)
  expect(isTaken([one, most - 1], [other, most], [one, 1])).toBe(true)
  expect(isTaken([one, most], [one, 1])).toBe(false)
  expect(isTaken([one, most], [other, 1], [one, most])).toBe(false)
})

test('every list that a purchase takes is among them', () => {
  expect(all.map(({ endpoint, path }) => `${endpoint} ${path}`).toSorted()).toEqual(
    expect.arrayContaining([
      'POST /api/v1/checkout body.drinks',
      'POST /api/v1/checkout body.lines',
      'POST /api/v1/ticket body.drinks',
      'POST /api/v1/ticket/purchase-multiple body.drinks',
      'POST /api/v1/ticket/purchase-multiple body.items',
      'POST /api/v1/ticket/purchase-with-referral body.drinks',
      'POST /api/v1/ticket/{ticketId}/drinks body.drinks',
    ]),
  )
})
