/** Uses of a discount code under many buyers at once, through two processes; and the same without the guards, which goes wrong. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { isFailure } from '#server/shared/failure.ts'
import { newId, newToken } from '#server/shared/ids.ts'
import { createSellingPair, inControl, unlockOrders, type SellingPair } from '#server/testing/selling-pair.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'
import { expireOrders } from '../holds/expire-orders.ts'
import { placeOrder } from './place-order.ts'

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

/** Nothing is locked and nothing checked. */
async function takeGuardsAway(shop: SellingApp): Promise<void> {
  const { db } = shop.app
  await sql`alter table discount_codes drop constraint discount_codes_not_overused`.execute(db)
  await sql`create or replace function discounts_lock(code_ids uuid[]) returns void language sql as ''`.execute(db)
  await unlockOrders(shop)
}

interface Limits {
  readonly maxUses?: number
  readonly perPersonLimit?: number
  readonly percent?: number
}

async function givenCode(shop: SellingApp, { maxUses, perPersonLimit, percent = 20 }: Limits) {
  const sale = await shop.givenSale({ event: { personLimit: 100 }, type: { capacity: 1000 } })
  const [id, maker] = [newId(), await shop.given.user()]
  await shop.app.db
    .insertInto('discount_codes')
    .values({
      id,
      event_id: sale.eventId,
      code: 'CARRERA',
      percent,
      max_uses: maxUses ?? null,
      per_person_limit: perPersonLimit ?? null,
      made_by: maker.id,
    })
    .execute()
  return { ...sale, codeId: id }
}

type Sale = Awaited<ReturnType<typeof givenCode>>

/** With another device each time. */
function buy({ app }: { readonly app: App }, buyerId: string, { eventId, typeId }: Sale): Promise<boolean> {
  const origin = { ip: '127.0.0.1', requestId: 'race', device: newToken() }
  const actor = { userId: buyerId, roles: ['CLIENT'], companyId: null, eventRoles: [], origin } as unknown as Actor // only these are read
  const items = [{ ticketTypeId: typeId, quantity: 1 }]
  return placeOrder(
    app,
    actor,
    { call: 'a test', eventId, items, discountCode: 'CARRERA', platform: 'web' },
    undefined,
  ).then(
    () => true,
    (error: unknown) => {
      if (isFailure(error)) return false
      throw error
    },
  )
}

/** Orders that have a use, and what the code says. */
async function counted(shop: SellingApp, { codeId }: Sale) {
  const { rows } = await sql<{ orders: number; uses: number }>`
    select d.uses, (select count(*)::int from orders o where o.discount_code_id = d.id and checkout_counts_discount(o.state)) as orders
      from discount_codes d where d.id = ${codeId}`.execute(shop.app.db)
  return rows[0]
}

/** 200 people want a code of 50 uses, half through each process. */
async function lastUses({ shop, twin }: SellingPair) {
  const sale = await givenCode(shop, { maxUses: 50 })
  const people = await shop.buyers(200)
  const answers = await Promise.all(people.map(({ id }, n) => buy(n % 2 === 0 ? shop : twin, id, sale)))
  return { accepted: answers.filter(Boolean).length, ...(await counted(shop, sale)) }
}

test(
  '200 buyers of a code with 50 uses: exactly 50 have it (I2)',
  async () => {
    for (let round = 0; round < tries(1, 20); round += 1) {
      expect(await lastUses(pair)).toEqual({ accepted: 50, orders: 50, uses: 50 })
    }
    expect(await pair.shop.broken()).toEqual([])
  },
  tries(20_000, 600_000),
)

test('without the guards more than 50 have it', async () => {
  expect((await inControl(takeGuardsAway, lastUses)).accepted).toBeGreaterThan(50)
}, 30_000)

/** One person's orders at once, free ones so that none replaces another. */
async function onePerson({ shop, twin }: SellingPair, orders: number, perPersonLimit: number) {
  const sale = await givenCode(shop, { perPersonLimit, percent: 100 })
  const buyer = await shop.given.user()
  await Promise.all(Array.from({ length: orders }, (_, n) => buy(n % 2 === 0 ? shop : twin, buyer.id, sale)))
  return counted(shop, sale)
}

test('thirty orders of one person at once have the code as often as a person may (I5)', async () => {
  expect(await onePerson(pair, 30, 3)).toEqual({ orders: 3, uses: 3 })
  expect(await pair.shop.broken()).toEqual([])
}, 20_000)

test('without the guards one person has it more often', async () => {
  const { orders = 0 } = (await inControl(takeGuardsAway, (control) => onePerson(control, 6, 1))) ?? {}
  expect(orders).toBeGreaterThan(1)
}, 30_000)

test('holds that end while others want their uses: each comes back once, and is had once', async () => {
  const { shop, twin } = pair
  const sale = await givenCode(shop, { maxUses: 20 })
  const [first, second] = [await shop.buyers(20), await shop.buyers(60)]
  await Promise.all(first.map(({ id }) => buy(shop, id, sale)))
  await sql`update orders set held_until = app_now() - interval '10 minutes' where event_id = ${sale.eventId}`.execute(
    shop.app.db,
  )
  await Promise.all([
    expireOrders(shop.app),
    expireOrders(twin.app),
    ...second.map(({ id }, n) => buy(n % 2 === 0 ? shop : twin, id, sale)),
  ])
  const { orders = 0, uses } = (await counted(shop, sale)) ?? {}
  expect(orders).toBe(uses)
  expect(orders).toBeGreaterThan(0)
  expect(orders).toBeLessThanOrEqual(20)
  expect(await shop.broken()).toEqual([])
}, 20_000)
