/** Reads of whom a regret is about: its candidate purchases, and who is written to. */
import { sql } from 'kysely'
import { mail, mailSpelling } from '#contract/accounts/accounts.ts'
import { normaliseOrderNumber } from '#contract/values/order-number.ts'
import type { RegretReader } from '#contract/sales/regrets.ts'
import type { Core } from '#server/context.ts'
import { normalisePhone } from '#server/shared/phone.ts'
import type { RegretRecord } from './queries.ts'

/** The most purchases of one contact, the newest first. */
const MOST_ORDERS = 20
/** No older purchase may be regretted, however many days do not count. */
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
 * Finds paid orders that match the typed number, or the id that their links carry, plus recent ones of the account with this contact.
 * Each way uses an index of its own. What was named by its number comes first: newer purchases of the contact do not displace it.
 */
export async function findCandidateOrders(
  app: Core,
  { orderNumber, contact }: Pick<RegretRecord, 'orderNumber' | 'contact'>,
): Promise<FoundOrder[]> {
  const number = orderNumber?.trim() ?? ''
  const typed = contact?.trim() ?? ''
  const phone = normalisePhone(typed)
  const { rows } = await sql<FoundOrder>`
    with named as (
      select o.id from orders o where o.public_id = ${number}
       union select o.id from orders o where o.number = ${normaliseOrderNumber(number)}::text
    ), buyers as (
      select id from users where mail = ${mailSpelling(typed)} and state <> 'deleted'
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
     group by o.id order by bool_or(m.by_number) desc, o.paid_at desc limit ${MOST_ORDERS}`.execute(app.db)
  return rows
}

/** Finds a paid purchase by its number, or by its id. */
export async function findPaidOrder(app: Core, typed: string): Promise<{ id: string; buyerId: string } | undefined> {
  return app.db
    .selectFrom('orders')
    .select(['id', 'buyer_id as buyerId'])
    .where((eb) => eb.or([eb('public_id', '=', typed), eb('number', '=', normaliseOrderNumber(typed) ?? '')]))
    .where('paid_at', 'is not', null)
    .executeTakeFirst()
}

/** Lists the buyers of a regret's purchases. */
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

/** Lists holders of this purchase's valid tickets who did not pay for them, with the event's name. */
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

/** Who reads the answers of a regret, and the mails that they go to; none where there is no reader to mail. */
export interface AnswerReaders {
  readonly kind: RegretReader
  /** `buyerId` is null for the mail that was typed. */
  readonly mails: readonly { readonly to: string; readonly name: string | null; readonly buyerId: string | null }[]
}

/**
 * By regret: its buyers; without any purchase the mail that was typed, which is a stranger's: it gets no more than what the team
 * wrote, and only a few answers a day.
 */
export async function listAnswerReaders(
  app: Core,
  regrets: readonly Pick<RegretRecord, 'id' | 'contact'>[],
): Promise<ReadonlyMap<string, AnswerReaders>> {
  const buyers = await app.db
    .selectFrom('regret_orders as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .innerJoin('users as u', 'u.id', 'o.buyer_id')
    .select(['l.regret_id as regretId', 'u.id', 'u.name', 'u.mail'])
    .distinct()
    .where('l.regret_id', '=', sql<string>`any (${regrets.map(({ id }) => id)}::uuid[])`)
    .execute()
  const buyersOf = Map.groupBy(buyers, ({ regretId }) => regretId)
  const typed = regrets.flatMap(({ id, contact }) => {
    const { data: to } = mail.safeParse(contact?.trim() ?? '')
    return to === undefined || buyersOf.has(id) ? [] : [{ id, to }]
  })
  const open = typed.length === 0 ? new Map<string, string>() : await listOpenContacts(app, typed)
  return new Map(
    regrets.map(({ id }): [string, AnswerReaders] => {
      const own = buyersOf.get(id)
      const mails =
        own?.flatMap(({ id: buyerId, name, mail: to }) => (to === null ? [] : [{ to, name, buyerId }])) ?? []
      if (own) return [id, { kind: mails.length > 0 ? 'buyer' : 'nobody', mails }]
      const to = open.get(id)
      if (to === undefined) return [id, { kind: 'nobody', mails: [] }]
      return [id, { kind: 'contact', mails: [{ to, name: null, buyerId: null }] }]
    }),
  )
}

/** Of these mails those that had fewer answers in the last day than they may, by regret; its own answer does not count. */
async function listOpenContacts(
  app: Core,
  typed: readonly { readonly id: string; readonly to: string }[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; to: string }>`
    select t.id, t.mail as "to"
      from unnest(${typed.map(({ id }) => id)}::uuid[], ${typed.map(({ to }) => to)}::text[]) t (id, mail)
     where (select count(*) from regrets r
             where lower(r.contact) = t.mail and r.id <> t.id and r.answer is not null
               and r.done_at > app_now() - interval '1 day') < ${ANSWERS_A_DAY}`.execute(app.db)
  return new Map(rows.map(({ id, to }) => [id, to]))
}
