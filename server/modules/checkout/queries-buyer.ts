/** How a buyer is known to the company that sold: as they ordered in their account, or as it was typed without a session (rules R6.9, R6.15). */
import { sql, type RawBuilder } from 'kysely'
import type { Payer } from '#server/modules/accounts/contact/mask-contact.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'

/**
 * The hashes of what was typed of an order that was placed without a session and is an account's since; null of others. Aliases of the order
 * and its buyer. Empty once what was typed is erased (rule R10.19).
 */
export function typedContactsOf(order: string, buyer: string): RawBuilder<string[] | null> {
  const [guestName, id, state] = [`${order}.guest_name`, `${order}.id`, `${buyer}.state`].map((name) => sql.ref(name))
  return sql<string[] | null>`case when ${guestName} is not null and ${state} <> 'pending' then array(
    select encode(g.contact, 'hex') from guest_contacts g where g.order_id = ${id}) end`
}

/** The name of an order's buyer, as typed where they had no session. Aliases of the order and its buyer. */
export function buyerNameOf(actor: Pick<Actor, 'roles'>, order: string, buyer: string): RawBuilder<string> {
  const name = sql.ref<string>(`${buyer}.name`)
  return isAdministrator(actor)
    ? sql<string>`${name}`
    : sql<string>`coalesce(${sql.ref(`${order}.guest_name`)}, ${name})`
}

/**
 * What a person (alias of the user) paid through the provider, of the orders `o` that meet a condition. Of orders without a session all that
 * was typed counts together.
 */
export function paidOf(user: string, orders: RawBuilder<unknown>): RawBuilder<Payer> {
  return sql<Payer>`(
    select json_build_object('hasPaid', count(*) > 0, 'typedContacts', case when bool_and(k.typed is not null)
             then coalesce(json_agg(c.contact) filter (where c.contact is not null), '[]') end)
      from (select ${typedContactsOf('o', user)} as typed from orders o
             where o.buyer_id = ${sql.ref(`${user}.id`)} and o.paid_cents > 0 and ${orders}) k
      left join lateral unnest(k.typed) c (contact) on true)`
}
