import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { updateOf } from '#contract/api/update.ts'
import { checksQuery, undeclaredName } from './undeclared-names.ts'

const ticket = z.object({ id: z.string(), amount: z.optional(z.number()) })
const find = undeclaredName(
  z.object({
    tickets: z.optional(z.array(ticket)),
    reason: z.nullable(z.string()),
    place: z._default(z.object({ city: z.string() }), { city: 'Rosario' }),
    anything: z.unknown(),
    open: z.optional(z.looseObject({ id: z.string() })),
  }),
)

describe('names that are not declared', () => {
  test.each([
    [{}, null],
    [{ tickets: [{ id: 'a', amount: 1 }], reason: null, place: { city: 'Salta' } }, null],
    [{ reson: 'x' }, ['reson']],
    [{ tickets: [{ id: 'a' }, { id: 'b', amonut: 1 }] }, ['tickets', 1, 'amonut']],
    [{ place: { city: 'x', citty: 'y' } }, ['place', 'citty']],
    [{ anything: { a: { b: 1 } }, open: { id: 'x', more: 1 } }, null],
    // What has another kind than declared is for the schema to refuse.
    [{ tickets: { amonut: 1 } }, null],
    [null, null],
    ['text', null],
    [[{ a: 1 }], null],
  ])('%j → %j', (value, path) => {
    expect(find(value)).toEqual(path)
  })

  test('where nothing is declared every name is undeclared', () => {
    expect(undeclaredName(undefined)({})).toBeNull()
    expect(undeclaredName(undefined)({ partial: true })).toEqual(['partial'])
    for (const nothing of [null, undefined]) expect(undeclaredName(undefined)(nothing)).toBeNull()
    for (const sent of [[{ partial: true }], [], 'partial', 1, false])
      expect(undeclaredName(undefined)(sent)).toEqual([])
  })

  test('an update declares what its creation does', () => {
    const change = undeclaredName(updateOf(z.object({ tickets: z._default(z.array(ticket), []) })))
    expect(change({ tickets: [{ id: 'a' }] })).toBeNull()
    expect(change({ tickets: [{ idd: 'a' }] })).toEqual(['tickets', 0, 'idd'])
  })
})

test('the query of a signed notification is not checked', () => {
  expect(checksQuery({ method: 'POST', access: 'public', rawBody: true } as never)).toBe(false)
})

test.each([
  ['GET', 'public', false],
  ['GET', { roles: 'public' }, false],
  ['GET', 'signedIn', true],
  ['GET', { roles: ['CLIENT'] }, true],
  ['POST', 'public', true],
] as const)('the query of a %s for %j is checked: %s', (method, access, isChecked) => {
  expect(checksQuery({ method, access } as never)).toBe(isChecked)
})
