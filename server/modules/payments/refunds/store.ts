/** The only SQL that writes refunds. Later modules call it in their transactions. */
import { sql } from 'kysely'
import type { RefundSource } from '#contract/sales/refunds.ts'
import type { App, Core } from '#server/context.ts'
import { updateRows } from '#server/db/rows.ts'
import type { CollectorOf } from '#server/modules/companies/payment-account/hooks.ts'
import { collectorOfPayment } from '../queries.ts'
import { claim, complete, expedite, inSeconds, type ClaimedBy, type HeldLease } from '#server/jobs/lease.ts'

export interface NewRefund {
  readonly id: string
  readonly orderId: string
  readonly paymentId: string
  readonly amountCents: number
  readonly state: 'requested' | 'approved' | 'external'
  readonly source: RefundSource
  /** Of one ticket; otherwise of the order. */
  readonly ticketId?: string | null
  /** The ticket ends once it is made. */
  readonly endsTicket?: boolean
  /** Unset for an automatic refund. */
  readonly requestedBy?: string | undefined
  /** One of many of an event. */
  readonly massRefundId?: string
  readonly reason: string | null
  readonly providerKey: string
}

export async function insertRefund(app: Core, refund: NewRefund): Promise<void> {
  await insertRefunds(app, [refund])
}

export async function insertRefunds(app: Core, refunds: readonly NewRefund[]): Promise<void> {
  if (refunds.length === 0) return
  const rows = refunds.map((refund) => ({
    id: refund.id,
    order_id: refund.orderId,
    payment_id: refund.paymentId,
    amount_cents: refund.amountCents,
    state: refund.state,
    source: refund.source,
    ticket_id: refund.ticketId ?? null,
    ends_ticket: refund.endsTicket ?? false,
    requested_by: refund.requestedBy ?? null,
    mass_refund_id: refund.massRefundId ?? null,
    reason: refund.reason,
    provider_key: refund.providerKey,
    completed_at: refund.state === 'external' ? sql<string>`app_now()` : null,
  }))
  await app.db.insertInto('refunds').values(rows).execute()
}

/** Approves up to `most` of a mass refund's refunds; returns how many they were. */
export async function approveSome(app: Core, massRefundId: string, most: number): Promise<number> {
  const { rows } = await sql`
    update refunds set state = 'approved', next_attempt_at = app_now()
     where id in (select id from refunds where mass_refund_id = ${massRefundId} and state = 'requested' order by id limit ${most})
       and state = 'requested'
    returning 1`.execute(app.db)
  return rows.length
}

/** Rejects an order's refunds that were not released yet; returns the tickets that would have ended. */
export async function rejectRequested(app: Core, massRefundId: string, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ ticketId: string | null }>`
    update refunds set state = 'rejected', last_error = 'stopped', ended_at = app_now()
     where mass_refund_id = ${massRefundId} and order_id = ${orderId} and state = 'requested'
    returning ticket_id as "ticketId"`.execute(app.db)
  return rows.flatMap(({ ticketId }) => ticketId ?? [])
}

/** Makes a waiting refund due at once; does nothing while it is being requested or where it waits for nothing. */
export async function expediteRefund(app: Core, id: string): Promise<void> {
  await expedite(app.db, refundLease, sql`id = ${id}::uuid`)
}

/** Never given up: time or the seller mends every refusal that is not final. */
export const refundLease: HeldLease<'refunds'> = {
  table: 'refunds',
  key: 'id',
  isOpen: sql`state in ('approved', 'processing')`,
  until: 30,
  pause: { seconds: 30, growth: 2, longestSeconds: 6 * 3600 },
}

/**
 * Whether no other refund of the payment goes first: one that is in flight, or an older one that is due. At most one refund of a
 * payment can have an answer that was lost.
 */
export const isNextForPayment = sql<boolean>`not exists (
  select from refunds e
   where e.payment_id = refunds.payment_id
     and case when refunds.state = 'processing' then e.state = 'processing' and e.id < refunds.id
              else e.state = 'processing' or (e.state = 'approved' and e.id < refunds.id) end)`

export function claimRefunds(app: App, limit: number) {
  return claim(app.db, refundLease, {
    limit,
    where: isNextForPayment,
    set: { state: 'processing' },
    read: {
      id: 'id',
      orderId: 'order_id',
      paymentId: 'payment_id',
      amountCents: 'amount_cents',
      providerKey: 'provider_key',
      providerRefundId: 'provider_refund_id',
    },
  })
}
export type ClaimedRefund = ClaimedBy<typeof claimRefunds>

/** Makes refunds that waited for an account's token due at once, now that it is connected (rule R7.2). */
export async function retryRefundsOfAccount(app: Core, { collectorId }: CollectorOf): Promise<void> {
  await expedite(
    app.db,
    refundLease,
    sql`payment_id in (select p.id from payments p where ${collectorOfPayment} = ${collectorId})`,
  )
}

/** Locks a refund that is being processed until the transaction ends; false when it has ended. */
export async function lockProcessing(app: Core, id: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('refunds')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the refunds of an order whose readers were not mailed yet; returns their ids. */
export async function takeMailDue(app: Core, orderId: string): Promise<string[]> {
  const rows = await app.db
    .updateTable('refunds')
    .set({ mail_due_since: null })
    .where('order_id', '=', orderId)
    .where('mail_due_since', 'is not', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).toSorted()
}

/** Reduces a refund: another request at the provider, with a key of its own, due at once. */
export async function shrinkRefund(app: Core, id: string, amountCents: number): Promise<void> {
  await updateRows(
    app.db,
    'refunds',
    { id },
    {
      amountCents,
      providerKey: `refund-${id}-${amountCents}`,
      providerRefundId: null,
      nextAttemptAt: sql`app_now()`,
      leasedBy: null,
    },
  )
}

export type RefundEnd =
  | {
      readonly state: 'completed'
      readonly providerRefundId: string | null
      /** Whether its readers are mailed. */
      readonly isMailed: boolean
    }
  | { readonly state: 'failed' | 'rejected'; readonly error: string }

/** Ends a refund that is being processed; false when it has ended already. */
export async function endRefund(app: Core, id: string, end: RefundEnd): Promise<boolean> {
  const updated = await app.db
    .updateTable('refunds')
    .set(
      end.state === 'completed'
        ? {
            state: end.state,
            provider_refund_id: end.providerRefundId,
            completed_at: sql`app_now()`,
            last_error: null,
            unfunded_since: null,
            mail_due_since: end.isMailed ? sql`app_now()` : null,
          }
        : { state: end.state, last_error: end.error, unfunded_since: null, ended_at: sql`app_now()` },
    )
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/**
 * The provider said no, for now: nothing went back under this key, and the next attempt has another, so that a provider that
 * repeats its answers cannot repeat this one. `unfunded_since` is kept until the refund is made or ends: an attempt without an
 * answer says nothing about the balance.
 */
export async function recordRefusal(
  app: Core,
  { id, attempts }: ClaimedRefund,
  { isUnfunded }: { readonly isUnfunded: boolean },
): Promise<void> {
  await app.db
    .updateTable('refunds')
    .set({ provider_key: sql`'refund-' || id || '-' || amount_cents || '-' || ${attempts}::int` })
    .$if(isUnfunded, (query) => query.set({ unfunded_since: sql`coalesce(unfunded_since, app_now())` }))
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .execute()
}

/** Lets another refund of the same payment go first, as if this one had not been claimed. */
export async function yieldToSibling(app: App, refund: ClaimedRefund): Promise<void> {
  await complete(app.db, refundLease, refund, { next_attempt_at: inSeconds(1), attempts: 0, state: 'approved' })
}

/** Withdraws an external refund whose money came again. */
export async function withdrawExternal(app: Core, id: string, why: string): Promise<void> {
  await updateRows(
    app.db,
    'refunds',
    { id, state: 'external' },
    { state: 'rejected', lastError: why, completedAt: null, endedAt: sql`app_now()` },
  )
}

/** Reopens refunds of a payment that ended because its money was gone, under a new key; returns how many. */
export async function reopenRefunds(
  app: Core,
  paymentId: string,
  { of }: { readonly of: 'bought_nothing' | 'taken_by_bank' },
): Promise<number> {
  const which =
    of === 'bought_nothing'
      ? sql<boolean>`payments_bought_nothing(source) and state in ('rejected', 'failed')`
      : sql<boolean>`state = 'rejected' and last_error = ${of}`
  const updated = await app.db
    .updateTable('refunds')
    .set({ state: 'approved', last_error: null, ended_at: null, next_attempt_at: sql`app_now()`, leased_by: null })
    .set({
      attempts: 0,
      provider_refund_id: null,
      provider_key: sql`'refund-' || id || '-' || amount_cents || '-' || extract(epoch from app_now())`,
    })
    .where('payment_id', '=', paymentId)
    .where(which)
    .executeTakeFirst()
  return Number(updated.numUpdatedRows)
}

/** Keeps a refund that the provider has in process: its state is read in `seconds`. */
export async function keepInProcess(
  app: App,
  refund: ClaimedRefund,
  { seconds, providerRefundId }: { seconds: number; providerRefundId: string },
): Promise<void> {
  await complete(app.db, refundLease, refund, {
    next_attempt_at: inSeconds(seconds),
    last_error: null,
    unfunded_since: null,
    provider_refund_id: providerRefundId,
  })
}
