/** Buyers without a session: by the key of an order, and those that never paid. */
import { sql } from 'kysely'
import { perProcess, type App, type Tx } from '#server/context.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'

const BATCH_SIZE = 200
const MAX_WAITING = 2000

/** The present buyer of the order with this key (`orders.guest_key`, in hex); null while there is none. */
export function findBuyerOfKey(app: App, key: string): Promise<string | null> {
  return perProcess(app, 'checkout.guest-keys', () => openLine(app)).add(key)
}

function openLine({ reserved: { lookups } }: App): Batcher<string, string | null> {
  return createBatcher<string, string | null>({
    async run(keys) {
      const { rows } = await sql<{ buyerId: string | null }>`
        select (select o.buyer_id from orders o where o.guest_key = decode(a.key, 'hex') limit 1) as "buyerId"
          from unnest(${keys}::text[]) with ordinality a (key, n) order by a.n`.execute(lookups)
      return rows.map(({ buyerId }) => buyerId)
    },
    maxSize: BATCH_SIZE,
    maxQueue: MAX_WAITING,
  })
}

/** A pending account (alias `u`) that never paid and ordered nothing for some days; a rejected attempt is no payment. */
const isIdle = (days: number) => sql<boolean>`
  u.state = 'pending' and u.guest_key is not null
  and u.created_at < app_now() - make_interval(days => ${days})
  and not exists (select from tickets t where t.holder_id = u.id)
  and not exists (
    select from orders o
     where o.buyer_id = u.id
       and (o.created_at >= app_now() - make_interval(days => ${days}) or checkout_has_paid(o.state) or checkout_is_unpaid(o.state)
            or exists (select from payments p where p.order_id = o.id and p.status not in ('rejected', 'cancelled'))))`

/** Looks at the next `most` pending accounts of such buyers, in order of their ids; `last` is null at the end. */
export async function findIdleGuests(
  app: App,
  { after, days, most }: { readonly after: string | null; readonly days: number; readonly most: number },
): Promise<{ idle: string[]; last: string | null }> {
  const { rows } = await sql<{ idle: string[] | null; last: string | null }>`
    select array_agg(u.id) filter (where ${isIdle(days)}) as idle, (array_agg(u.id order by u.id desc))[1] as last
      from (select * from users g
             where g.state = 'pending' and g.guest_key is not null and (${after}::uuid is null or g.id > ${after}::uuid)
             order by g.id limit ${most}) u`.execute(app.db)
  return { idle: rows[0]?.idle ?? [], last: rows[0]?.last ?? null }
}

/** Locks those that are still idle; skips accounts that order at this moment. */
export async function lockIdleGuests(app: Tx, ids: readonly string[], days: number): Promise<string[]> {
  const locked = await sql<{ id: string }>`
    select u.id from users u where u.id = any (${ids}::uuid[]) order by u.id for update skip locked`.execute(app.db)
  // A statement of its own, to see what was ordered before the lock.
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = any (${locked.rows.map(({ id }) => id)}::uuid[]) and ${isIdle(days)}`.execute(
    app.db,
  )
  return rows.map(({ id }) => id)
}
