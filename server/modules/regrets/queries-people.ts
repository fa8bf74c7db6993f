/** Reads of whom a regret is about: the purchases that somebody may mean, and who is written to. */
import { sql } from 'kysely'
import { mail } from '#contract/accounts.ts'
import { endsOfOrderNumber } from '#contract/order-number.ts'
import type { RegretReader } from '#contract/regrets.ts'
import type { Core } from '#server/context.ts'
import { normalisePhone } from '#server/shared/phone.ts'
import type { RegretRecord } from './queries.ts'

/** Purchases of one contact that are looked at, the newest first. */
const MOST_ORDERS = 20
/** Beyond it no purchase may be regretted, whatever days do not count. */
const LOOKED_BACK_DAYS = 30
/** Answers that a mailbox which bought nothing is mailed in a day. */
const ANSWERS_A_DAY = 3

/** A purchase that a regret may be about. */
export interface FoundOrder {
  readonly id: string
  readonly buyerId: string
  /** Its number was typed, which only its buyer knows; otherwise a contact of theirs. */
  readonly isByNumber: boolean
}

/**
 * The paid purchases that somebody may mean who typed this, with their buyers: by their number, whole or as screens show it, and
 * those of late of whoever has this contact. Each is looked for by an index of its own.
 */
export async function findMeantOrders(
  app: Core,
  { orderNumber, contact }: Pick<RegretRecord, 'orderNumber' | 'contact'>,
): Promise<FoundOrder[]> {
  const number = orderNumber?.trim() ?? ''
  const { begins, ends } = endsOfOrderNumber(number) ?? { begins: null, ends: null }
  const typed = contact?.trim() ?? ''
  const phone = normalisePhone(typed)
  const { rows } = await sql<FoundOrder>`
    with named as (
      select o.id from orders o where o.public_id = ${number}
       union (select o.id from orders o
               where left(o.public_id, 5) = ${begins}::text and right(o.public_id, 4) = ${ends}::text and o.paid_at is not null
               limit ${MOST_ORDERS})
    ), buyers as (
      select id from users where mail = ${typed.toLowerCase()} and state <> 'deleted'
       union select id from users where phone = ${phone}::text and state in ('active', 'blocked')
       union select id from users where phone = ${phone}::text and state = 'pending'
    ), meant as (
      select id, true as by_number from named
       union all select o.id, false from buyers b join orders o on o.buyer_id = b.id
              where o.paid_at > app_now() - make_interval(days => ${LOOKED_BACK_DAYS})
    )
    select o.id, o.buyer_id as "buyerId", bool_or(m.by_number) as "isByNumber"
      from meant m join orders o on o.id = m.id join users u on u.id = o.buyer_id
     where o.paid_at is not null and o.total_cents > 0 and u.state <> 'deleted'
     group by o.id order by o.paid_at desc limit ${MOST_ORDERS}`.execute(app.db)
  return rows
}

/** A paid purchase by its whole number. */
export async function findPaidOrder(app: Core, publicId: string): Promise<{ id: string; buyerId: string } | undefined> {
  return app.db
    .selectFrom('orders')
    .select(['id', 'buyer_id as buyerId'])
    .where('public_id', '=', publicId)
    .where('paid_at', 'is not', null)
    .executeTakeFirst()
}

/** Who made the purchases of a regret. */
export async function listBuyers(app: Core, regretId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('regret_orders as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select('o.buyer_id as buyerId')
    .distinct()
    .where('l.regret_id', '=', regretId)
    .execute()
  return rows.map(({ buyerId }) => buyerId)
}

/** Whoever holds a ticket of this purchase that still stands and did not pay for it, with the event's name. */
export async function listOtherHolders(
  app: Core,
  orderId: string,
): Promise<{ id: string; name: string; mail: string | null; eventName: string }[]> {
  return app.db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.holder_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['u.id', 'u.name', 'u.mail', 'e.name as eventName'])
    .distinct()
    .where('t.order_id', '=', orderId)
    .where('t.state', '=', 'valid')
    .whereRef('t.holder_id', '<>', 't.payer_id')
    .execute()
}

/** Whether a mailbox that bought nothing had its answers of the last day, by those to others who typed it. */
async function isContactFull(app: Core, contact: string, regretId: string): Promise<boolean> {
  const { count } = await app.db
    .selectFrom('regrets as r')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<string>`lower(r.contact)`, '=', contact)
    .where('r.id', '<>', regretId)
    .where('r.answer', 'is not', null)
    .where('r.done_at', '>', sql<string>`app_now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count >= ANSWERS_A_DAY
}

/** Who is written to about it. */
export async function findBuyer(
  app: Core,
  buyerId: string,
): Promise<{ name: string; mail: string | null } | undefined> {
  return app.db.selectFrom('users').select(['name', 'mail']).where('id', '=', buyerId).executeTakeFirst()
}

/** Those who read the answer of a regret, and the mails that it goes to; none where there is nobody to write to. */
export interface AnswerReaders {
  readonly kind: RegretReader
  readonly mails: readonly { readonly to: string; readonly name: string | null; readonly key: string }[]
}

/**
 * Its buyers; of a regret without any purchase the mail that was typed, which is a stranger's: no more is written to it than what
 * the team wrote, and not often.
 */
export async function findAnswerReaders(
  app: Core,
  { id, contact }: Pick<RegretRecord, 'id' | 'contact'>,
): Promise<AnswerReaders> {
  const buyers = await app.db
    .selectFrom('regret_orders as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .innerJoin('users as u', 'u.id', 'o.buyer_id')
    .select(['u.id', 'u.name', 'u.mail'])
    .distinct()
    .where('l.regret_id', '=', id)
    .execute()
  if (buyers.length > 0) {
    const mails = buyers.flatMap(({ id: key, name, mail: to }) => (to === null ? [] : [{ to, name, key }]))
    return { kind: mails.length > 0 ? 'buyer' : 'nobody', mails }
  }
  const { data: to } = mail.safeParse(contact?.trim() ?? '')
  if (to === undefined || (await isContactFull(app, to, id))) return { kind: 'code', mails: [] }
  return { kind: 'contact', mails: [{ to, name: null, key: 'contact' }] }
}
