import { expect, test } from 'vitest'
import { code } from '#server/testing/batch-facts.ts'
import { discountOf, refusalOfDiscount, type DiscountFacts, type DiscountUse } from './judge-discount.ts'

const NOW = 1_000_000
const general = { id: 'general', priceCents: 1_800_000 }
const free = { id: 'free', priceCents: 0 }
const use: DiscountUse = { atMs: NOW, uses: 0, usesOfPerson: 0, isUnproved: false, types: [general] }

test.each<[string, Partial<DiscountFacts>, Partial<DiscountUse>, string | null]>([
  ['without limits', {}, { uses: 1_000_000, usesOfPerson: 1_000 }, null],
  ['before it begins', { startsAtMs: NOW + 1 }, {}, 'discount_not_open'],
  ['as it begins', { startsAtMs: NOW }, {}, null],
  ['just before its end', { endsAtMs: NOW + 1 }, {}, null],
  ['at its end', { endsAtMs: NOW }, {}, 'discount_not_open'],
  ['for another type', { typeIds: ['vip'] }, {}, 'discount_other_types'],
  ['for one of two types', { typeIds: ['general'] }, { types: [free, general] }, null],
  ['for what is free anyway', {}, { types: [free] }, 'discount_other_types'],
  ['the last use', { maxUses: 50 }, { uses: 49 }, null],
  ['a use too many', { maxUses: 50 }, { uses: 50 }, 'discount_used_up'],
  ['the last one of a person', { perPersonLimit: 2 }, { usesOfPerson: 1 }, null],
  ['one too many of a person', { perPersonLimit: 2 }, { usesOfPerson: 2 }, 'discount_person_limit'],
  ['limited per person, without a verified person', { perPersonLimit: 2 }, { isUnproved: true }, 'contact_unproved'],
  ['without a verified person or such a limit', { maxUses: 5 }, { isUnproved: true }, null],
  // The least useful reason comes last: a used-up code says so even to people who may not use it.
  [
    'used up, without a verified person',
    { maxUses: 1, perPersonLimit: 1 },
    { uses: 1, isUnproved: true },
    'discount_used_up',
  ],
])('a code %s', (_name, facts, asked, expected) => {
  expect(refusalOfDiscount({ ...code, ...facts }, { ...use, ...asked })).toBe(expected)
})

test('it takes something off the types that it is for alone', () => {
  expect(discountOf(code, general)).toBe(360_000)
  expect(discountOf({ ...code, typeIds: ['vip'] }, general)).toBe(0)
  expect(discountOf({ ...code, percent: null, amountCents: 500_000, typeIds: ['general'] }, general)).toBe(500_000)
})
