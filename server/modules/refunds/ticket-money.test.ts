/** How an order's money is shared among its tickets, by the one statement that lists, previews and decisions read. */
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/context.ts'
import { sellTickets } from '#server/testing/sell-tickets.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { listTicketMoney } from './ticket-money.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

type Change = (sale: Awaited<ReturnType<typeof sellTickets>>) => RawBuilder<unknown>

/** What the seller gave back in his own account, in centavos. */
const givenBack =
  (cents: number): Change =>
  ({ paymentId }) =>
    sql`update payments set refunded_cents = ${cents} where provider_payment_id = ${paymentId}`

const ticketIs =
  (which: 'first' | 'second', change: RawBuilder<unknown>): Change =>
  (sale) =>
    sql`update tickets set ${change} where id = ${sale[which]}::uuid`

const PRICE = 1_980_000

test.each<[string, Change[], [number, number]]>([
  ['all of it is left', [], [PRICE, PRICE]],
  ['the seller gave half back', [givenBack(PRICE)], [PRICE, 0]],
  ['the seller gave a part back, to the centavo', [givenBack(PRICE - 30)], [PRICE, 30]],
  [
    'a used ticket takes nothing',
    [givenBack(PRICE), ticketIs('first', sql`state = 'used', used_at = app_now()`)],
    [0, PRICE],
  ],
  ['a free ticket has nothing', [ticketIs('first', sql`price_cents = 0, fee_cents = 0`)], [0, PRICE]],
  [
    'a ticket that its payer still holds comes before one that was transferred',
    [givenBack(PRICE), ticketIs('first', sql`holder_id = (select id from users where id <> payer_id limit 1)`)],
    [0, PRICE],
  ],
  ['nothing is left', [givenBack(2 * PRICE)], [0, 0]],
])('%s', async (_, changes, shares) => {
  const sold = await sellTickets(shop)
  // Shares go by the tickets' ids.
  const [first = '', second = ''] = [sold.first, sold.second].toSorted()
  const sale = { ...sold, first, second }
  const { id } = await shop.app.db
    .selectFrom('orders')
    .select('id')
    .where('public_id', '=', sale.publicId)
    .executeTakeFirstOrThrow()
  const read = async (db: Db) => {
    for (const change of changes) await change(sale).execute(db)
    const money = await listTicketMoney({ ...shop.app, db }, [id])
    const byId = new Map(money.map((ticket) => [ticket.ticketId, ticket.sharedCents]))
    throw Object.assign(new Error('undo'), { found: [byId.get(sale.first), byId.get(sale.second)] })
  }
  await expect(shop.app.db.transaction().execute(read)).rejects.toMatchObject({ message: 'undo', found: shares })
  expect(await listTicketMoney(shop.app, [])).toEqual([])
})
