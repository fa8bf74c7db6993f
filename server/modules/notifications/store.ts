/** The only SQL that writes deliveries and the development inbox. */
import { sql, type RawBuilder } from 'kysely'
import type { App, Core, Db } from '#server/context.ts'
import { insertRow } from '#server/db/rows.ts'
import { claim, type Claim, type HeldLease } from '#server/jobs/lease.ts'
import type { InboxMessage } from '#server/shared/inbox.ts'
import type { Channel } from './send-message.ts'

/** Keeps what demo mode does not send; takes the bare database because the adapters that call it are made before the `App`. */
export const keepInInbox = (db: Db) => async (message: InboxMessage) => {
  await insertRow(db, 'dev_inbox', { ...message, attachments: JSON.stringify(message.attachments) })
}

export interface NewDelivery {
  readonly id: string
  readonly groupId: string
  readonly ticketId: string
  readonly epoch: number
  readonly channel: Channel
}

/** Adds queued rows; those that exist already (same ticket, epoch and channel) stay as they are. */
export function insertDeliveries(rows: readonly NewDelivery[]): RawBuilder<unknown> {
  return sql`
    insert into deliveries (id, group_id, ticket_id, epoch, channel)
    select * from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.groupId)}::uuid[],
      ${rows.map((row) => row.ticketId)}::uuid[], ${rows.map((row) => row.epoch)}::int[],
      ${rows.map((row) => row.channel)}::text[])
    on conflict (ticket_id, epoch, channel) do nothing`
}

/** Queues one row from its beginning and by itself, adding it when the ticket never had one for this channel. */
export async function requeueDelivery(app: Core, row: Omit<NewDelivery, 'groupId'>): Promise<void> {
  await sql`
    insert into deliveries (id, group_id, ticket_id, epoch, channel)
    values (${row.id}, ${row.id}, ${row.ticketId}, ${row.epoch}, ${row.channel})
    on conflict (ticket_id, epoch, channel) do update
      set state = 'queued', group_id = deliveries.id, attempts = 0, resends = deliveries.resends + 1,
          next_attempt_at = app_now(), leased_by = null, provider_message_id = null, last_error = null, sent_at = null`.execute(
    app.db,
  )
}

/** Queues tickets that were not handed on once more, as one message by each channel that they were sent by. */
export async function requeueTogether(app: Core, ticketIds: readonly string[]): Promise<void> {
  await sql`
    update deliveries d
       set state = 'queued', group_id = g.ids[1], attempts = 0, resends = d.resends + 1, next_attempt_at = app_now(),
           leased_by = null, provider_message_id = null, last_error = null, sent_at = null
      from (select k.channel, array_agg(k.id order by k.id) as ids from deliveries k
             where k.ticket_id = any (${ticketIds}::uuid[]) and k.epoch = 1 group by k.channel) g
     where d.id = any (g.ids)`.execute(app.db)
}

/** Queues what did not leave because its ticket opened no door then, each by itself: now it does. */
export async function requeueChanged(app: Core, ticketIds: readonly string[]): Promise<void> {
  await app.db
    .updateTable('deliveries')
    .set({ state: 'queued', group_id: sql`id`, attempts: 0, resends: sql`resends + 1`, last_error: null })
    .set({ next_attempt_at: sql`app_now()`, leased_by: null })
    .where('ticket_id', 'in', ticketIds)
    .where('state', '=', 'failed')
    .where('last_error', '=', 'ticket_changed')
    .execute()
}

/** A batch, under the id of its group: the first attempt comes at once, the eighth is the last (rule R11.3). */
export const deliveryLease: HeldLease<'deliveries'> = {
  table: 'deliveries',
  key: 'group_id',
  isOpen: sql`state = 'queued'`,
  until: 30,
  pause: { seconds: 10, growth: 4, longestSeconds: 6 * 3600 },
  most: { attempts: 8, givenUp: { state: 'failed' } },
}

export interface ClaimedBatch extends Claim {
  readonly resends: number
  readonly rows: readonly { readonly id: string; readonly ticketId: string; readonly epoch: number }[]
}

/** Takes due batches whole: the row whose id names the group is taken for all of it, so that no two workers split one. */
export async function claimBatches(app: App, channel: Channel, limit: number): Promise<ClaimedBatch[]> {
  const since = app.config.historyLoadsSince
  const isPeoples = since === null ? sql`true` : sql`created_at >= ${since}`
  const rows = await claim(app.db, deliveryLease, {
    limit,
    where: sql`id = group_id and channel = ${channel} and ${isPeoples}`,
    read: { id: 'id', ticketId: 'ticket_id', epoch: 'epoch', resends: 'resends' },
  })
  return [...Map.groupBy(rows, ({ key }) => key)].map(([key, rows]) => ({
    key,
    leasedBy: rows[0]?.leasedBy ?? '',
    attempts: Math.max(...rows.map(({ attempts }) => attempts)),
    resends: Math.max(...rows.map(({ resends }) => resends)),
    rows: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }))
}

export type Settlement =
  | { readonly state: 'sent'; readonly messageId: string; readonly ticketIds: readonly string[] }
  | { readonly state: 'failed'; readonly error: string }

/**
 * Records how an attempt ended. Rows that were queued again meanwhile (a resend) are left alone, and the vendor's own report on
 * this message, which may arrive first, is kept. A ticket that the message did not carry any more failed.
 */
export async function settleBatch(app: App, claimed: ClaimedBatch, settlement: Settlement): Promise<void> {
  const isSent = settlement.state === 'sent'
  const carried = isSent ? settlement.ticketIds : []
  await sql`
    update deliveries d
       set state = case when ${settlement.state} = 'sent' and d.ticket_id <> all (${carried}::uuid[]) then 'failed'
                        when d.state = 'queued' then ${settlement.state}
                        else d.state end,
           provider_message_id = case when d.ticket_id = any (${carried}::uuid[]) then ${isSent ? settlement.messageId : null} end,
           sent_at = case when d.ticket_id = any (${carried}::uuid[]) then app_now() end,
           last_error = case when d.state <> 'queued' and d.ticket_id = any (${carried}::uuid[]) then d.last_error
                             when ${settlement.state} <> 'sent' then ${isSent ? null : settlement.error}
                             when d.ticket_id <> all (${carried}::uuid[]) then 'ticket_changed' end,
           leased_by = null
     where d.id = any (${claimed.rows.map((row) => row.id)}::uuid[]) and d.leased_by = ${claimed.leasedBy}
       and (d.state = 'queued' or d.provider_message_id = ${isSent ? settlement.messageId : null})`.execute(app.db)
}

/** What the vendor reported of a WhatsApp message. */
export interface ReportedStatus {
  readonly messageId: string
  readonly state: 'sent' | 'delivered' | 'read' | 'failed'
  readonly failure: string | null
}

/** Which comes after which: a message that arrived has not failed, whatever was said before. */
const STATES = ['queued', 'sent', 'failed', 'delivered', 'read'] as const

/**
 * Brings the rows of one WhatsApp message forward, never back. A message whose answer was lost or is still on its way is known by
 * the rows that it says it is, which are `named` (alias `q`); they are not sent again.
 */
export async function advance(
  app: App,
  table: 'deliveries' | 'notice_deliveries',
  { messageId, state, failure }: ReportedStatus,
  named: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    update ${sql.table(table)} d
       set state = ${state}, provider_message_id = ${messageId}, last_error = ${failure},
           sent_at = coalesce(d.sent_at, app_now())
     where d.channel = 'whatsapp'
       and d.id = any (array(
             select m.id from ${sql.table(table)} m where m.provider_message_id = ${messageId}
             union
             select q.id from ${sql.table(table)} q where ${named} and q.state = 'queued' and q.attempts > 0))
       and array_position(${STATES}::text[], d.state) < array_position(${STATES}::text[], ${state})`.execute(app.db)
}

/** Advances a ticket's deliveries; `batch` is null when the message does not say which it is. */
export async function advanceDelivery(
  app: App,
  {
    batch,
    ...reported
  }: ReportedStatus & { readonly batch: { readonly groupId: string; readonly resends: number } | null },
): Promise<void> {
  const named = sql<boolean>`q.group_id = ${batch?.groupId ?? null} and q.resends <= ${batch?.resends ?? -1}`
  await advance(app, 'deliveries', reported, named)
}

/** Erases vendors' answers about deliveries of these tickets: a refusal may repeat the address. */
export async function forgetDeliveries(app: App, ticketIds: readonly string[]): Promise<void> {
  await sql`
    update deliveries set last_error = null, provider_message_id = null
     where ticket_id = any (${ticketIds}::uuid[]) and (last_error is not null or provider_message_id is not null)`.execute(
    app.db,
  )
}

/** The development inbox of these addresses. */
export async function forgetInbox(app: App, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await app.db
    .deleteFrom('dev_inbox')
    .where('recipient', 'in', [...addresses])
    .execute()
}

/** Counts queued deliveries of tickets as sent when they were made, but for the newest: a demo's past needs no messages. */
export async function markSentButNewest(app: Core, newest: number): Promise<void> {
  await sql`
    update deliveries set state = 'sent', sent_at = created_at
     where state = 'queued' and group_id not in (select group_id from deliveries order by id desc limit ${newest})`.execute(
    app.db,
  )
}
