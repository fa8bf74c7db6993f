import { describe, expect, test } from 'vitest'
import {
  availabilityOf,
  decideIssuance,
  type Grant,
  type IssuableTypeFacts,
  type IssuanceFacts,
} from './decide-issuance.ts'

const type = (id: string, more: Partial<IssuableTypeFacts> = {}): IssuableTypeFacts => ({
  id,
  name: id,
  priceCents: 0,
  visibility: 'visible',
  openPlaces: 50,
  isPast: false,
  ...more,
})
const facts = (types: readonly IssuableTypeFacts[], more: Partial<IssuanceFacts> = {}): IssuanceFacts => ({
  closed: null,
  courtesyLimit: 100,
  courtesiesGiven: 0,
  openPlaces: null,
  types,
  ...more,
})
const granted = (more: Partial<Grant> = {}): Grant => ({
  isActive: true,
  isListClosed: false,
  maxUses: 10,
  usesLeft: 10,
  allowedTypeIds: null,
  canSellInPerson: false,
  debtCents: 0,
  debtLimitCents: null,
  ...more,
})
const general = type('general', { priceCents: 1_800_000 })
const free = type('libre')
const guests = type('invitados', { visibility: 'courtesy', priceCents: 500_000 })
const courtesy = (quantity: number, typeId: string | null = null) => ({ typeId, isCourtesy: true, quantity })

describe('the type of a courtesy that names none', () => {
  test.each<[string, readonly IssuableTypeFacts[], number, object]>([
    ['is the first that is only for courtesies', [general, free, guests], 2, { type: guests }],
    ['is the first free one where there is no such type', [general, free, type('otra')], 2, { type: free }],
    ['is a free one with places where that has too few', [{ ...guests, openPlaces: 1 }, free], 2, { type: free }],
    [
      'is one that is sold where there is no other with places',
      [general, { ...free, openPlaces: 0 }],
      1,
      { type: general },
    ],
    ['is none where all are over', [{ ...free, isPast: true }], 1, { refused: 'no_free_type' }],
    ['has too few places', [{ ...guests, openPlaces: 1 }], 2, { refused: 'sold_out', available: 1, bound: 'stock' }],
  ])('%s', (_name, types, quantity, expected) => {
    expect(decideIssuance(facts(types), courtesy(quantity), null)).toMatchObject(expected)
  })
})

test('a type that is sold is sold in person at its price, unless it is given; the others are given', () => {
  const decide = (each: IssuableTypeFacts, isCourtesy: boolean) =>
    decideIssuance(facts([each]), { typeId: each.id, isCourtesy, quantity: 3 }, null)
  expect(decide(general, false)).toEqual({ type: general, kind: 'in_person', priceCents: 1_800_000 })
  expect(decide(general, true)).toEqual({ type: general, kind: 'courtesy', priceCents: 0 })
  expect(decide(free, false)).toEqual({ type: free, kind: 'courtesy', priceCents: 0 })
  expect(decide(guests, false)).toEqual({ type: guests, kind: 'courtesy', priceCents: 0 })
})

test('the limit of courtesies does not bind what is sold', () => {
  const full = facts([general], { courtesyLimit: 5, courtesiesGiven: 5 })
  expect(decideIssuance(full, { typeId: 'general', isCourtesy: false, quantity: 1 }, null)).toMatchObject({
    kind: 'in_person',
  })
  expect(decideIssuance(full, courtesy(1, 'general'), null)).toEqual({
    refused: 'courtesy_limit',
    available: 0,
    bound: 'event',
  })
})

describe('the refusal says what binds', () => {
  const at = (limit: number, given: number, openPlaces: number, usesLeft?: number) =>
    decideIssuance(
      facts([{ ...free, openPlaces }], { courtesyLimit: limit, courtesiesGiven: given }),
      courtesy(4, 'libre'),
      usesLeft === undefined ? null : granted({ usesLeft }),
    )
  test.each([
    ['the event’s limit', at(10, 7, 50), { refused: 'courtesy_limit', available: 3, bound: 'event' }],
    ['the stock', at(10, 0, 2), { refused: 'sold_out', available: 2, bound: 'stock' }],
    ['a promoter’s uses', at(10, 0, 50, 1), { refused: 'courtesy_limit', available: 1, bound: 'promo' }],
    ['an overspent limit', at(10, 12, 50), { refused: 'courtesy_limit', available: 0, bound: 'event' }],
  ])('%s', (_name, decision, expected) => {
    expect(decision).toEqual(expected)
  })
  test('exactly as many as are left is not too many', () => {
    expect(at(4, 0, 4, 4)).toMatchObject({ kind: 'courtesy' })
  })
})

test('an event with a capacity of its own binds every type', () => {
  expect(decideIssuance(facts([free], { openPlaces: 1 }), courtesy(2, 'libre'), null)).toEqual({
    refused: 'sold_out',
    available: 1,
    bound: 'stock',
  })
})

describe('what is available', () => {
  test('of an organizer is what limit and free places leave', () => {
    expect(availabilityOf(facts([general, free, guests], { courtesiesGiven: 40 }), null)).toEqual({
      rrppCourtesiesAvailable: null,
      eventFreeTicketsAvailable: 100,
      eventCourtesiesRemaining: 60,
      eventCourtesyLimit: 100,
      placesToGive: 150,
      actualAvailableCourtesies: 60,
      canGenerateCourtesy: true,
      bound: 'event',
      limitations: { hasRRPPLimit: false, hasEventLimit: true, noFreeTicketType: false },
    })
  })
  test('of a promoter is at most what was granted', () => {
    expect(availabilityOf(facts([free]), granted({ usesLeft: 3 }))).toMatchObject({
      rrppCourtesiesAvailable: 3,
      actualAvailableCourtesies: 3,
      bound: 'promo',
      limitations: { hasRRPPLimit: true, hasEventLimit: false },
    })
  })
  test('counts the types that are sold: they are given too; is nothing without any', () => {
    expect(availabilityOf(facts([{ ...general, openPlaces: 17 }]), null)).toMatchObject({
      actualAvailableCourtesies: 17,
      canGenerateCourtesy: true,
      bound: 'stock',
      limitations: { noFreeTicketType: false },
    })
    expect(availabilityOf(facts([{ ...general, isPast: true }]), null)).toMatchObject({
      actualAvailableCourtesies: 0,
      canGenerateCourtesy: false,
      bound: 'stock',
      limitations: { noFreeTicketType: true },
    })
  })
  test.each([0, 1, 5])('says that one may be given just when one is, of %i places', (openPlaces) => {
    for (const types of [
      [],
      [{ ...general, openPlaces }],
      [free, general],
      [
        { ...free, openPlaces: 0 },
        { ...general, openPlaces },
      ],
    ])
      for (const grant of [null, granted(), granted({ usesLeft: 0 }), granted({ allowedTypeIds: ['general'] })]) {
        const { canGenerateCourtesy } = availabilityOf(facts(types), grant)
        expect('refused' in decideIssuance(facts(types), courtesy(1), grant)).toBe(!canGenerateCourtesy)
      }
  })
})

describe('what a promoter was granted', () => {
  const sale = { typeId: 'general', isCourtesy: false, quantity: 1 }
  const decide = (grant: Partial<Grant>, wanted = courtesy(1, 'libre')) =>
    decideIssuance(facts([general, free, guests]), wanted, granted(grant))

  test.each<[string, Partial<Grant>, string]>([
    ['a paused part', { isActive: false }, 'promo_inactive'],
    ['a closed list', { isListClosed: true }, 'list_closed'],
    ['another type', { allowedTypeIds: ['invitados'] }, 'type_not_granted'],
    ['used up', { usesLeft: 0 }, 'courtesy_limit'],
  ])('%s gives nothing', (_what, grant, refused) => {
    expect(decide(grant)).toMatchObject({ refused })
  })
  test('without a type the first of the granted ones is chosen', () => {
    expect(decide({ allowedTypeIds: ['libre'] }, courtesy(1))).toMatchObject({ type: free })
    expect(decide({ allowedTypeIds: ['general'] }, courtesy(1))).toMatchObject({ type: general, kind: 'courtesy' })
    expect(decide({ allowedTypeIds: ['otra'] }, courtesy(1))).toEqual({ refused: 'type_not_granted' })
  })
  test('nothing is sold unless it was allowed', () => {
    expect(decide({}, sale)).toEqual({ refused: 'sale_not_granted' })
    expect(decide({ canSellInPerson: true, usesLeft: 0 }, sale)).toMatchObject({ kind: 'in_person' })
  })
  test.each<[string, number, number | null, object]>([
    ['exactly up to the limit', 1_200_000, 3_000_000, { kind: 'in_person' }],
    ['a centavo over it', 1_200_001, 3_000_000, { refused: 'debt_limit', remainingCents: 1_799_999 }],
    ['a limit that was lowered since', 4_000_000, 3_000_000, { refused: 'debt_limit', remainingCents: 0 }],
    ['more was given back than is held', -100_000, 1_700_000, { kind: 'in_person' }],
    ['no limit', 900_000_000, null, { kind: 'in_person' }],
  ])('cash: %s', (_what, debtCents, debtLimitCents, expected) => {
    expect(decide({ canSellInPerson: true, debtCents, debtLimitCents }, sale)).toMatchObject(expected)
  })
  test('available is nothing while the part is paused, or its list closed', () => {
    for (const grant of [{ isActive: false }, { isListClosed: true }]) {
      expect(availabilityOf(facts([free]), granted(grant))).toMatchObject({
        rrppCourtesiesAvailable: 0,
        actualAvailableCourtesies: 0,
        canGenerateCourtesy: false,
        limitations: { hasRRPPLimit: true },
      })
    }
    expect(availabilityOf(facts([free, guests]), granted({ allowedTypeIds: ['libre'] }))).toMatchObject({
      placesToGive: 50,
    })
  })
})
