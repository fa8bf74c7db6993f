/** The only SQL that writes queued receipts and invoices. */
import { sql } from 'kysely'
import type { PlatformData } from '#contract/platform/platform.ts'
import type { IssuedInvoice } from '#server/adapters/invoicing/port.ts'
import type { App, Core, Db, Tx } from '#server/context.ts'
import { insertRow } from '#server/db/rows.ts'
import { claim, complete, type Claim, type ClaimedBy, type HeldLease } from '#server/jobs/lease.ts'
import { notificationsWait } from '#server/modules/payments/queries.ts'
import { newId } from '#server/shared/ids.ts'

/** Longer than any transaction that pays or refunds, so that its rows are visible before the sweep passes them. */
const OVERLAP = sql`interval '10 minutes'`

/** One at a time. */
export async function lockProgress(app: Tx): Promise<void> {
  await app.db.selectFrom('receipt_progress').select('looked_until').forUpdate().execute()
}

export async function insertPlatform(app: Tx, { isExample: _, ...platform }: PlatformData): Promise<void> {
  await insertRow(app.db, 'platform_fiscal_data', { id: newId(), ...platform })
}

/** Queues payments and refunds since the last sweep, each once. A payment itself writes nothing here. A chargeback counts once it is lost. */
export async function enqueueReceipts(app: Tx): Promise<void> {
  const { rows } = await sql<{ since: string; now: string }>`
    select looked_until - ${OVERLAP} as since, app_now() as now from receipt_progress for update`.execute(app.db)
  const [progress] = rows
  if (!progress) throw new Error('The progress of receipts has no row')
  const { since, now } = progress
  await sql`
    with paid as (
      select o.id from orders o
       where o.paid_at >= ${since} and o.paid_cents > 0 and not exists (select from invoices i where i.id = o.id)),
    mails as (insert into receipt_mails (order_id) select id from paid on conflict do nothing)
    insert into invoices (id, order_id) select id, id from paid on conflict do nothing`.execute(app.db)
  await sql`
    insert into invoices (id, order_id, refund_id)
    select r.id, r.order_id, r.id
      from (select * from refunds where completed_at >= ${since} and state in ('completed', 'external') and source <> 'chargeback'
            union all
            select * from refunds where source = 'chargeback' and state = 'external') r
      join payments p on p.id = r.payment_id and p.is_applied
      join orders o on o.id = r.order_id and not (r.source = 'chargeback' and o.state = 'in_dispute')
     where exists (select from invoices s where s.id = r.order_id) and not exists (select from invoices i where i.id = r.id)
    on conflict do nothing`.execute(app.db)
  await sql`update receipt_progress set looked_until = greatest(looked_until, ${now}::timestamptz)`.execute(app.db)
}

/** The receipt left with the tickets: nothing is left to be mailed. */
export async function insertMailed(app: Core, orderId: string): Promise<void> {
  await sql`
    insert into receipt_mails (order_id, state, sent_at) values (${orderId}::uuid, 'sent', app_now())
    on conflict (order_id) do update set state = 'sent', sent_at = app_now(), last_error = null, leased_by = null
      where receipt_mails.state = 'queued'`.execute(app.db)
}

/** A receipt on its way to who paid: eight attempts, as tickets have (rule R11.3). */
export const mailLease: HeldLease<'receipt_mails'> = {
  table: 'receipt_mails',
  key: 'order_id',
  isOpen: sql`state = 'queued'`,
  until: 60,
  pause: { seconds: 30, growth: 4, longestSeconds: 6 * 3600 },
  most: { attempts: 8, givenUp: { state: 'failed' } },
}

/** While paid orders or tickets wait for their first attempt there is a rush, and nothing here is as urgent as they are. */
const NO_RUSH = sql`not ${notificationsWait} and not exists (select from deliveries d where d.state = 'queued' and d.id = d.group_id
                                   and d.channel = 'mail' and d.attempts = 0 and d.next_attempt_at <= app_now())`

/** The order's tickets, whose mail takes the receipt along, are still on their way. */
const COMES_WITH_TICKETS = sql`exists (
  select from tickets t join deliveries d on d.ticket_id = t.id and d.channel = 'mail' and d.state = 'queued'
   where t.order_id = receipt_mails.order_id)`

/** Receipts that no mail of tickets took along. */
export function claimMails(app: App, limit: number): Promise<Claim[]> {
  return claim(app.db, mailLease, { limit, where: sql`${NO_RUSH} and not ${COMES_WITH_TICKETS}` })
}

export function settleMail(db: Db, held: Claim, end: { readonly failed: string } | 'sent'): Promise<boolean> {
  return complete(
    db,
    mailLease,
    held,
    end === 'sent'
      ? { state: 'sent', sent_at: sql`app_now()`, last_error: null }
      : { state: 'failed', last_error: end.failed },
  )
}

/** A document that is asked for: never given up, because the law wants it. */
export const invoiceLease: HeldLease<'invoices'> = {
  table: 'invoices',
  key: 'id',
  isOpen: sql`state = 'queued'`,
  until: 60,
  pause: { seconds: 30, growth: 4, longestSeconds: 6 * 3600 },
}

/** Documents to be asked for; a refund's after its sale's. */
export function claimInvoices(app: App, limit: number) {
  return claim(app.db, invoiceLease, {
    limit,
    where: sql`${NO_RUSH} and (refund_id is null
                or not exists (select from invoices s where s.id = invoices.order_id and s.state = 'queued'))`,
    read: { orderId: 'order_id', refundId: 'refund_id' },
  })
}
export type ClaimedInvoice = ClaimedBy<typeof claimInvoices>

export function settleInvoice(db: Db, held: Claim, issued: IssuedInvoice | null): Promise<boolean> {
  return complete(db, invoiceLease, held, {
    state: issued ? 'issued' : 'none',
    number: issued?.number ?? null,
    url: issued?.url ?? null,
    settled_at: sql`app_now()`,
    last_error: null,
  })
}
