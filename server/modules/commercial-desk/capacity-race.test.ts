/** A commercial makes a type smaller while it sells: refused or respected, never more taken than places (I4). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateCommercialTicketType } from '#contract/events/commercial-desk.ts'
import { sql } from 'kysely'
import { placeOrder } from '#server/modules/checkout/placing/place-order.ts'
import { newToken } from '#server/shared/ids.ts'
import { isFailure } from '#server/shared/failure.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { Refused } from '#server/testing/app.ts'
import { createSellingPair, inControl, unlockOrders, type SellingPair } from '#server/testing/selling-pair.ts'

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

async function shrinkWhileSelling({ shop, twin }: SellingPair): Promise<{ capacity: number; held: number }> {
  const { eventId, typeId } = await shop.givenSale({ type: { capacity: 40 } })
  const commercial = await shop.given.user({ staffOf: { id: eventId }, staffKind: 'COMERCIAL' })
  const buyers = await shop.buyers(60)
  const buy = async (id: string, n: number) => {
    const origin = { ip: '127.0.0.1', requestId: 'race', device: newToken() }
    const actor = { userId: id, roles: ['CLIENT'], companyId: null, eventRoles: [], origin } as unknown as Actor // only these are read
    const cart = { call: 'a test', eventId, items: [{ ticketTypeId: typeId, quantity: 1 }], platform: 'web' } as const
    await placeOrder((n % 2 === 0 ? shop : twin).app, actor, cart, undefined).catch((error: unknown) => {
      if (!isFailure(error)) throw error
    })
  }
  const shrink = async () => {
    for (let capacity = 35; capacity >= 5; capacity -= 5) {
      const input = { params: { id: eventId, typeId }, body: { capacity } }
      await twin.call(updateCommercialTicketType, input, { as: commercial }).catch((error: unknown) => {
        if ((error as Refused).body.code !== 'capacity_below_sold') throw error
      })
    }
  }
  await Promise.all([...buyers.map(({ id }, n) => buy(id, n)), shrink()])
  return shop.app.db
    .selectFrom('ticket_stock')
    .select(['capacity', 'held'])
    .where('type_id', '=', typeId)
    .executeTakeFirstOrThrow()
}

test('a type made smaller while it sells never has more taken than places (I4)', async () => {
  const { capacity, held } = await shrinkWhileSelling(pair)
  expect(held).toBeLessThanOrEqual(capacity)
  expect(await pair.shop.broken()).toEqual([])
}, 20_000)

test('without the guards it has', async () => {
  const { capacity, held } = await inControl(async (shop) => {
    await sql`alter table ticket_stock drop constraint ticket_stock_not_oversold`.execute(shop.app.db)
    await sql`alter table event_stock drop constraint event_stock_not_oversold`.execute(shop.app.db)
    await unlockOrders(shop)
  }, shrinkWhileSelling)
  expect(held).toBeGreaterThan(capacity)
}, 30_000)
