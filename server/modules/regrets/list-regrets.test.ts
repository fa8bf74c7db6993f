/** A page of regrets, and the link of one, cost a few statements, however many regrets, purchases and contacts are on it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { submitRegret } from '#contract/sales/regrets.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { findRegret, showRegret } from './queries.ts'
import { listRegrets } from './queries-managed.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const query = {
  page: 1,
  limit: 20,
  state: undefined,
  search: undefined,
  sort: 'answerBy' as const,
  order: 'asc' as const,
}

const actor = { roles: ['godAdmin'] as const, companyRole: null }

test('ten regrets are read by as many statements as one', async () => {
  const count = () => countStatements(shop.app, (app) => listRegrets(app, { actor, query }))
  const regretted = async () => {
    const { publicId, buyer } = await shop.paid({ event: { startsInHours: 24 * 30 } })
    await shop.call(submitRegret, { body: { orderNumber: publicId } })
    await shop.call(submitRegret, { body: { contact: buyer.mail ?? '' } })
    await shop.call(submitRegret, { body: { contact: `nadie-${publicId}@previa.example` } })
    await shop.settle()
  }
  await regretted()
  const one = await count()
  for (let more = 0; more < 3; more += 1) await regretted()
  const { regrets } = await listRegrets(shop.app, { actor, query })
  expect(regrets).toHaveLength(12)
  expect(Map.groupBy(regrets, ({ answerTo }) => answerTo).get('contact')).toHaveLength(4)
  expect(regrets.filter(({ orders }) => orders.length === 1)).toHaveLength(8)
  expect(await count()).toBe(one)
  expect(one).toBeLessThanOrEqual(6)
})

test('101 regrets of a buyer of 20 purchases, and the link of one, are read by as many statements as one', async () => {
  const { publicId, buyer, eventId, companyId } = await shop.paid({ event: { startsInHours: 24 * 30 } })
  const { code } = await shop.call(submitRegret, { body: { orderNumber: publicId } })
  await shop.settle()
  const regret = await findRegret(shop.app, { code })
  if (!regret) throw new Error('It was submitted')
  const now = shop.clock.now()
  const link = () => showRegret(shop.app, regret, buyer.id, now)
  const counts = async () => [
    await countStatements(shop.app, (app) => listRegrets(app, { actor, query: { ...query, limit: 100 } })),
    await countStatements(shop.app, (app) => showRegret(app, regret, buyer.id, now)),
  ]
  const before = await counts()
  // Undone at the end: these purchases have neither payments nor tickets.
  await sql`
    insert into orders (id, public_id, event_id, company_id, buyer_id, state, subtotal_cents, fee_cents, total_cents, tickets_count, paid_at)
    select gen_random_uuid(), 'many-' || n, ${eventId}, ${companyId}, ${buyer.id}, 'refunded', 0, 0, 0, 1, app_now()
      from generate_series(1, 19) n`.execute(shop.app.db)
  await sql`
    insert into regrets (id, code) select gen_random_uuid(), 'MANYX-' || translate(lpad(n::text, 5, '0'), 'ILOU', '1100')
      from generate_series(1, 100) n`.execute(shop.app.db)
  await sql`
    insert into regret_orders (regret_id, order_id) select r.id, o.id from regrets r cross join orders o
     where (r.code like 'MANYX-%' or r.id = ${regret.id}) and o.buyer_id = ${buyer.id} on conflict do nothing`.execute(
    shop.app.db,
  )
  const { regrets } = await listRegrets(shop.app, { actor, query: { ...query, limit: 100 } })
  expect(regrets.filter(({ orders }) => orders.length === 20).length).toBeGreaterThanOrEqual(88)
  expect((await link()).orders).toHaveLength(20)
  expect(await counts()).toEqual(before)
  await sql`delete from regret_orders where order_id in (select id from orders where public_id like 'many-%')`.execute(
    shop.app.db,
  )
  await sql`delete from regret_orders where regret_id in (select id from regrets where code like 'MANYX-%')`.execute(
    shop.app.db,
  )
  await sql`delete from regrets where code like 'MANYX-%'`.execute(shop.app.db)
  await sql`delete from orders where public_id like 'many-%'`.execute(shop.app.db)
})

test('a contact is its account’s in both spellings of its domain, and found by both', async () => {
  const { publicId, buyer } = await shop.paid({ event: { startsInHours: 24 * 30 } })
  const mail = 'hola@xn--pea-8ma.com.ar'
  await shop.app.db.updateTable('users').set({ mail }).where('id', '=', buyer.id).execute()
  await shop.call(submitRegret, { body: { contact: 'Hola@Peña.com.ar' } })
  await shop.settle()
  for (const search of ['hola@peña.com.ar', 'peña.com.ar', mail]) {
    const { regrets } = await listRegrets(shop.app, { actor, query: { ...query, search } })
    expect(regrets).toMatchObject([{ contact: mail, orders: [{ orderId: publicId }] }])
  }
})

test('the team reads who bought, masked but for administrators, and what a decision would give back', async () => {
  const { publicId, buyer } = await shop.paid({ event: { startsInHours: 24 * 30 } })
  await shop.call(submitRegret, { body: { orderNumber: publicId } })
  await shop.settle()
  const [seen, legal] = [
    await listRegrets(shop.app, { actor, query }),
    await listRegrets(shop.app, { actor: { roles: ['legal'], companyRole: null }, query }),
  ]
  const orderOf = ({ regrets }: typeof seen) =>
    regrets.flatMap(({ orders }) => orders).find(({ orderId }) => orderId === publicId)
  expect(orderOf(seen)).toMatchObject({
    buyer: { id: buyer.id, mail: buyer.mail, phone: buyer.phone },
    refundable: 39_600,
  })
  expect(orderOf(legal)?.buyer.mail).toContain('***')
  expect(orderOf(legal)?.buyer.phone).toContain('****')
})
