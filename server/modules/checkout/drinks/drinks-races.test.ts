/** Orders that add drinks, many at once: one unpaid of a ticket; a refund of the ticket and a payment never keep each other's money. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { openBar } from '#server/testing/sell-drinks.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'

/** How many of eight orders at once stay unpaid. */
async function addAtOnce(prepare: (shop: SellingApp) => Promise<unknown> = async () => {}) {
  const shop = await createSellingApp()
  try {
    await prepare(shop)
    const bar = await openBar(shop)
    const { buyer, tickets } = await bar.sell({}, 1)
    const ticketId = tickets[0]?.id ?? ''
    await Promise.all(Array.from({ length: 8 }, () => bar.add(buyer, ticketId, { beer: 1 })))
    const { rows } = await sql<{ unpaid: number }>`
      select count(*)::int as unpaid from orders where ticket_id = ${ticketId} and checkout_is_unpaid(state)`.execute(
      shop.app.db,
    )
    return rows[0]?.unpaid
  } finally {
    await shop.close()
  }
}

test('of many orders for one ticket at once the last one stays', async () => {
  expect(await addAtOnce()).toBe(1)
})

test('control: where a replaced one does not end and no index refuses a second, several stay', async () => {
  const unpaid = await addAtOnce(async ({ app }) => {
    await sql`drop index orders_one_unpaid_of_ticket`.execute(app.db)
    await sql`
      create or replace function checkout_close_orders(moment timestamptz, ended_ids uuid[], states text[], actions text[])
      returns void language sql as ''`.execute(app.db)
  })
  expect(unpaid).toBeGreaterThan(1)
})

/** Tickets whose added drinks are paid at the moment in which the ticket is refunded, or handed on. */
async function payWhileEnding(prepare: (shop: SellingApp) => Promise<unknown> = async () => {}) {
  const shop = await createSellingApp()
  try {
    await prepare(shop)
    const bar = await openBar(shop, { startsInHours: 4 })
    const friend = await shop.given.user()
    const sold: Awaited<ReturnType<typeof bar.sell>>[] = []
    while (sold.length < 8) sold.push(await bar.sell({}, 1))
    const acts = sold.map(async ({ buyer, tickets: [ticket] }, n) => {
      const id = ticket?.id ?? ''
      const preference = await shop.preferenceOf(await bar.add(buyer, id, { beer: 2 }))
      const body = { ticketId: id, reason: 'No puede venir' }
      return () =>
        Promise.all([
          shop.simulator.control.pay(preference).then(() => shop.settle()),
          n % 2 === 0
            ? shop.call(refundTicketMoney, { params: { id: bar.eventId }, body }, { as: bar.owner })
            : shop.call(transferTicket, { params: { id }, body: { toUserId: friend.id } }, { as: buyer }),
        ])
    })
    await Promise.all((await Promise.all(acts)).map((act) => act()))
    for (let round = 0; round < 3; round += 1) await shop.settle()
    // Money of drinks that nobody can have: of a ticket that has ended, neither served nor on its way back.
    const { rows } = await sql<{ kept: number; orders: number }>`
      select count(*) filter (where t.state in ('refunded', 'cancelled') and checkout_drinks_left(o.id) > 0)::int as kept,
             count(*)::int as orders
        from orders o join tickets t on t.id = o.ticket_id where o.event_id = ${bar.eventId}`.execute(shop.app.db)
    return { ...rows[0], broken: await shop.broken() }
  } finally {
    await shop.close()
  }
}

test('a payment for drinks and the end of their ticket at once: they are on a ticket, or their money goes back', async () => {
  expect(await payWhileEnding()).toEqual({ kept: 0, orders: 8, broken: [] })
})

test('control: where nothing follows the end of a ticket, money of drinks that nobody can have is found', async () => {
  const { kept } = await payWhileEnding(async ({ app }) => {
    await sql`
      create function drop_job() returns trigger language plpgsql as $$ begin return null; end $$`.execute(app.db)
    await sql`
      create trigger drop_drinks before insert on pgboss.job for each row when (new.name = 'refunds.return-drinks')
      execute function drop_job()`.execute(app.db)
    // Every payment comes before the end of its ticket.
    await sql`
      create or replace function tickets_move_state(ids uuid[], states text[], next_state text, audit_action text)
      returns table (ticket_id uuid, type_id uuid) language sql as $$
        update tickets t set state = next_state where t.id = any (ids) and t.state = any (states) and next_state <> 'suspended'
        returning t.id, t.type_id $$`.execute(app.db)
  })
  expect(kept).toBeGreaterThan(0)
})
