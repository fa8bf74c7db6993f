/** Freed places, those who wait and passers-by at once, through two processes; and the same without the guard, which goes wrong. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { leaveWaitingList } from '#contract/events/waiting-list.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingPair, inControl, type SellingPair } from '#server/testing/selling-pair.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'
import { forgetSoldOut, givenSoldOut, pairAtNoon } from '#server/testing/waiting.ts'
import { offerPlaces } from './offer-places.ts'

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
  await pairAtNoon(pair)
})
afterAll(() => pair.close())

/** Whether the purchase went through, by either process. */
function buy({ shop, twin }: SellingPair, n: number, as: GivenUser, of: { eventId: string; typeId: string }) {
  const body = { eventId: of.eventId, ticketTypeId: of.typeId, quantity: 1 }
  return (n % 2 === 0 ? shop : twin).call(createPurchase, { body }, { as }).then(
    () => true,
    () => false,
  )
}

const offered = async ({ app: { db } }: SellingApp, eventId: string) =>
  (
    await db
      .selectFrom('waiting_list_entries')
      .select(['person_id as personId', 'place'])
      .where('event_id', '=', eventId)
      .where('state', '=', 'offered')
      .orderBy('place')
      .execute()
  ).map(({ personId }) => personId)

/** Ten holds end while twenty people wait, other buyers try and both processes serve the waitlist. */
async function freedPlaces(racing: SellingPair) {
  const { shop, twin } = racing
  const sale = await givenSoldOut(shop, 10)
  const [waiting, passing] = [await shop.buyers(15), await shop.buyers(60)]
  for (const person of waiting) await sale.join(person)
  await sql`update orders set held_until = app_now() - interval '10 minutes' where event_id = ${sale.eventId}`.execute(
    shop.app.db,
  )
  await forgetSoldOut(racing)
  const [bought] = await Promise.all([
    Promise.all(passing.map((person, n) => buy(racing, n, person, sale))),
    offerPlaces(shop.app),
    offerPlaces(twin.app),
    shop.app.queue.runJob(shop.app, 'checkout.expire-orders'),
  ])
  await Promise.all([offerPlaces(shop.app), offerPlaces(twin.app)])
  return { sale, waiting, passed: bought.filter(Boolean).length, offers: await offered(shop, sale.eventId) }
}

test(
  'passers-by have nothing of what comes free; the first in turn are offered all of it, each once (I1)',
  async () => {
    for (let round = 0; round < tries(1, 20); round += 1) {
      const { sale, waiting, passed, offers } = await freedPlaces(pair)
      expect(passed).toBe(0)
      expect(offers).toEqual(waiting.slice(0, 10).map(({ id }) => id))
      expect(await sale.stock()).toEqual({ capacity: 10, held: 10, sold: 0, wanted: 5, offered: 10 })
      // Each of them can buy, whatever others try in the same moment.
      const [takers, passing] = [waiting.slice(0, 10), await pair.shop.buyers(20)]
      const answers = await Promise.all([...takers, ...passing].map((person, n) => buy(pair, n, person, sale)))
      expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => true))
      expect(answers.slice(10)).not.toContain(true)
    }
    expect(await pair.shop.broken()).toEqual([])
  },
  tries(30_000, 600_000),
)

test('without what is wanted among the facts, passers-by have it', async () => {
  // The naive twin: the waitlist is not counted.
  const forget = ({ app: { db } }: SellingApp) =>
    sql`create or replace function stock_wait(event_ids uuid[], type_ids uuid[], wanted_by int[], offered_by int[])
      returns void language plpgsql as $$ begin end $$`.execute(db)
  const passed = await inControl(forget, async (control) => {
    await pairAtNoon(control)
    const sale = await givenSoldOut(control.shop, 10)
    const [waiting, passing] = [await control.shop.buyers(15), await control.shop.buyers(60)]
    for (const person of waiting) await sale.join(person)
    await sale.free(10)
    await forgetSoldOut(control)
    return Promise.all(passing.map((person, n) => buy(control, n, person, sale)))
  })
  expect(passed).toContain(true)
}, 30_000)

test('two workers that look at once make each offer once, and notify it once', async () => {
  const { shop, twin } = pair
  const sale = await givenSoldOut(shop, 5)
  const waiting = await shop.buyers(5)
  for (const person of waiting) await sale.join(person)
  await sale.free(3)
  await Promise.all([offerPlaces(shop.app), offerPlaces(twin.app), offerPlaces(shop.app), offerPlaces(twin.app)])
  expect(await sale.stock()).toMatchObject({ offered: 3, wanted: 2 })
  await shop.drain()
  const messages = await shop.app.db
    .selectFrom('dev_inbox')
    .select('id')
    .where(
      'recipient',
      'in',
      waiting.map(({ phone }) => phone),
    )
    .execute()
  expect(messages).toHaveLength(3)
})

test('leaving while an offer comes: either way no place is lost', async () => {
  const { shop, twin } = pair
  for (let round = 0; round < tries(3, 100); round += 1) {
    const sale = await givenSoldOut(shop, 2)
    const [ana, beto] = [await shop.given.user(), await shop.given.user()]
    await sale.join(ana)
    await sale.join(beto)
    await sale.free(1)
    await Promise.all([
      offerPlaces(shop.app),
      twin.call(leaveWaitingList, { params: { typeId: sale.typeId } }, { as: ana }),
      offerPlaces(twin.app),
    ])
    await offerPlaces(shop.app)
    expect(await sale.stock()).toEqual({ capacity: 2, held: 2, sold: 0, wanted: 0, offered: 1 })
    expect(await offered(shop, sale.eventId)).toEqual([beto.id])
  }
  expect(await shop.broken()).toEqual([])
}, 30_000)

test('an offer that ends while it is bought is either’s, never both’s', async () => {
  const { shop } = pair
  for (let round = 0; round < tries(4, 200); round += 1) {
    const sale = await givenSoldOut(shop, 1)
    const [ana, beto] = [await shop.given.user(), await shop.given.user()]
    await sale.join(ana)
    await sale.join(beto)
    await sale.free(1)
    await offerPlaces(shop.app)
    await sql`update waiting_list_entries set offer_until = app_now() + make_interval(secs => ${(round % 4) * 0.01})
      where event_id = ${sale.eventId} and state = 'offered'`.execute(shop.app.db)
    const [isBought] = await Promise.all([
      buy(pair, round, ana, sale),
      offerPlaces(shop.app),
      offerPlaces(pair.twin.app),
    ])
    await offerPlaces(shop.app)
    expect(await offered(shop, sale.eventId)).toEqual(isBought ? [] : [beto.id])
    expect(await sale.stock()).toMatchObject({ held: 1, offered: isBought ? 0 : 1 })
  }
  expect(await shop.broken()).toEqual([])
}, 30_000)
