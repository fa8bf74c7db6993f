/** Reads before an order is placed. */
import { sql } from 'kysely'
import type { App, Db } from '#server/context.ts'
import { paidSales } from '#server/modules/companies/payment-account/queries.ts'
import { feeTerms, isOnSale } from '#server/modules/events/queries.ts'

/** Of each whether the buyer has an unpaid order of the event, was offered places of it, or has an order with this key. One statement. */
export async function findHolders(
  db: Db,
  asked: readonly { readonly eventId: string; readonly buyerId: string; readonly key: string }[],
): Promise<boolean[]> {
  const { rows } = await sql<{ isHolder: boolean }>`
    select exists (select from orders k where k.buyer_id = a.buyer_id and k.idempotency_key = a.key)
        or exists (select from orders k where k.buyer_id = a.buyer_id and k.event_id = a.event_id
                      and checkout_is_unpaid(k.state))
        or exists (select from waiting_list_entries w where w.person_id = a.buyer_id and w.event_id = a.event_id
                      and w.state = 'offered') as "isHolder"
      from unnest(${asked.map(({ eventId }) => eventId)}::uuid[], ${asked.map(({ buyerId }) => buyerId)}::uuid[],
                  ${asked.map(({ key }) => key)}::text[]) with ordinality a (event_id, buyer_id, key, n)
     order by a.n`.execute(db)
  return rows.map(({ isHolder }) => isHolder)
}

/** Prices of the types of an event that buyers may choose, with the terms of their fee. */
export async function findPrices(app: App, eventId: string) {
  return app.db
    .selectFrom('ticket_types as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['t.id', 't.price_cents as priceCents', feeTerms.as('fee'), 'e.absorbs_service_fee as absorbsFee'])
    .select([isOnSale('c').as('isOnSale'), paidSales.canSellPaid(sql.ref('e.company_id')).as('sellsPaid')])
    .where('t.event_id', '=', eventId)
    .where('t.visibility', '=', 'visible')
    .where('t.removed_at', 'is', null)
    .execute()
}

/** How often a person used a discount code, without the unpaid order that their next one replaces, and whether there is one. */
export async function findDiscountUser(app: App, buyerId: string, codeId: string) {
  const { rows } = await sql<{ usesOfPerson: number; replaced: number; isUnproved: boolean }>`
    select (select count(*)::int from orders o where o.discount_code_id = ${codeId} and o.buyer_id = u.id
               and checkout_counts_discount(o.state) and not checkout_is_unpaid(o.state)) as "usesOfPerson",
           (select count(*)::int from orders o where o.discount_code_id = ${codeId} and o.buyer_id = u.id
               and checkout_is_unpaid(o.state)) as replaced,
           not accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at) as "isUnproved"
      from users u where u.id = ${buyerId}`.execute(app.db)
  const [row] = rows
  if (!row) throw new Error('The person who asks is not there')
  return row
}
