/** A company keeps an owner, however many leave at one moment. With a negative control: the same race without the company's lock. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCompanyMembers, removeCompanyMember, setCompanyMember } from '#contract/companies/companies-members.ts'
import { inControl, createSellingPair, unlockEvents, type SellingPair } from '#server/testing/selling-pair.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { tries } from '#server/testing/tries.ts'
import { meetBefore } from '#server/testing/rendezvous.ts'

const HOUR = 3_600_000

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

async function ownersLeft({ shop }: SellingPair, companyId: string): Promise<number> {
  const rows = await shop.app.db
    .selectFrom('company_members')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .execute()
  return rows.length
}

/** Two owners act at one moment, each through a process of their own; gives how many owners are left. */
async function race(
  both: SellingPair,
  act: (
    shop: Pick<SellingPair['twin'], 'call'>,
    own: GivenUser,
    other: GivenUser,
    companyId: string,
  ) => Promise<unknown>,
): Promise<number> {
  const { shop, twin } = both
  const company = await shop.given.company({})
  const [first, second] = [await shop.given.user({ memberOf: company }), await shop.given.user({ memberOf: company })]
  await Promise.allSettled([act(shop, first, second, company.id), act(twin, second, first, company.id)])
  return ownersLeft(both, company.id)
}

const leave = (both: SellingPair) =>
  race(both, (shop, own, _, companyId) =>
    shop.call(removeCompanyMember, { params: { companyId, userId: own.id } }, { as: own }),
  )
const removeEachOther = (both: SellingPair) =>
  race(both, (shop, own, other, companyId) =>
    shop.call(removeCompanyMember, { params: { companyId, userId: other.id } }, { as: own }),
  )
const demoteEachOther = (both: SellingPair) =>
  race(both, (shop, own, other, companyId) =>
    shop.call(setCompanyMember, { params: { companyId }, body: { role: 'finance', userId: other.id } }, { as: own }),
  )

test.each([
  ['leave', leave],
  ['remove each other', removeEachOther],
  ['demote each other', demoteEachOther],
] as const)(
  'the last two owners %s at one moment: one stays',
  async (_, both) => {
    for (let round = 0; round < tries(5, 100); round += 1) expect(await both(pair)).toBe(1)
  },
  tries(60_000, HOUR),
)

test('without the company’s lock both leave', async () => {
  const unlock = async (shop: SellingPair['shop']) => {
    await unlockEvents(shop)
    await meetBefore(shop.app.db, 'delete', 'company_members')
  }
  expect(await inControl(unlock, leave)).toBe(0)
}, 60_000)

test('a member removed a moment ago removes no member: the role is read under the lock, not in the session', async () => {
  const { shop, twin } = pair
  const company = await shop.given.company({})
  const [first, second] = [await shop.given.user({ memberOf: company }), await shop.given.user({ memberOf: company })]
  const params = { companyId: company.id }
  // The twin has the second one's session in its memory.
  await twin.call(listCompanyMembers, { params, query: {} }, { as: second })
  await shop.app.db.updateTable('company_members').set({ role: 'manager' }).where('user_id', '=', second.id).execute()
  const removal = twin.call(removeCompanyMember, { params: { ...params, userId: first.id } }, { as: second })
  expect(await twin.refusal(removal)).toBe('owner_only')
})
