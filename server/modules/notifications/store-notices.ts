/** The only SQL that writes deliveries of notices: one row for each person, notice and channel. */
import { sql, type RawBuilder } from 'kysely'
import type { App, Core } from '#server/context.ts'
import { claim, complete, type ClaimedBy, type HeldLease } from '#server/jobs/lease.ts'
import type { NoticeMark } from './delivery-key.ts'
import type { Channel } from './send-message.ts'
import { advance, type ReportedStatus } from './store.ts'

/** As a ticket's: the first attempt comes at once, the eighth is the last (rule R11.3). */
export const noticeLease: HeldLease<'notice_deliveries'> = {
  table: 'notice_deliveries',
  key: 'id',
  isOpen: sql`state = 'queued'`,
  until: 30,
  pause: { seconds: 10, growth: 4, longestSeconds: 6 * 3600 },
  most: { attempts: 8, givenUp: { state: 'failed' } },
}

/** A row for each of `people` (rows with a `user_id`) and each channel; those that exist stay as they are. */
export async function insertNotices(
  app: Core,
  noticeId: string,
  people: RawBuilder<unknown>,
  channels: readonly Channel[],
): Promise<void> {
  await sql`
    insert into notice_deliveries (id, notice_id, user_id, channel)
    select uuidv7(), ${noticeId}::uuid, p.user_id, c.channel
      from (${people}) p cross join unnest(${channels}::text[]) c (channel)
    on conflict (notice_id, user_id, channel) do nothing`.execute(app.db)
}

/** Queues from the beginning whom no channel reached; gives how many people. */
export async function requeueFailed(app: Core, noticeId: string, channels: readonly Channel[]): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    with unreached as materialized (
      select d.user_id from notice_deliveries d where d.notice_id = ${noticeId}::uuid
       group by d.user_id having bool_and(d.state = 'failed')
    ), again as (
      insert into notice_deliveries (id, notice_id, user_id, channel)
      select uuidv7(), ${noticeId}::uuid, u.user_id, c.channel
        from unreached u cross join unnest(${channels}::text[]) c (channel)
      on conflict (notice_id, user_id, channel) do update
         set state = 'queued', attempts = 0, resends = notice_deliveries.resends + 1, next_attempt_at = app_now(),
             leased_by = null, provider_message_id = null, last_error = null, sent_at = null)
    select count(*)::int as people from unreached`.execute(app.db)
  return rows[0]?.people ?? 0
}

export function claimNotices(app: App, channel: Channel, limit: number) {
  return claim(app.db, noticeLease, {
    limit,
    where: sql`channel = ${channel}`,
    read: { id: 'id', noticeId: 'notice_id', userId: 'user_id', resends: 'resends' },
  })
}
export type ClaimedNotice = ClaimedBy<typeof claimNotices>

/** Records how an attempt ended; the vendor's own report on this message, which may arrive first, is kept. */
export async function completeNotice(
  app: App,
  claimed: ClaimedNotice,
  outcome: { readonly messageId: string } | { readonly failed: string },
): Promise<void> {
  await complete(
    app.db,
    noticeLease,
    claimed,
    'failed' in outcome
      ? { state: 'failed', last_error: outcome.failed }
      : { state: 'sent', provider_message_id: outcome.messageId, sent_at: sql`app_now()`, last_error: null },
  )
}

/** Advances a notice's delivery; `delivery` is null when the message does not say which it is. */
export async function advanceNotice(
  app: App,
  { delivery, ...reported }: ReportedStatus & { readonly delivery: NoticeMark | null },
): Promise<void> {
  const named = sql<boolean>`q.id = ${delivery?.id ?? null}::uuid and q.resends <= ${delivery?.resends ?? -1}`
  await advance(app, 'notice_deliveries', reported, named)
}

/** Erases vendors' answers about notices to a person who leaves (a refusal may repeat the address) and stops their notices. */
export async function forgetNotices(app: App, userId: string): Promise<void> {
  await sql`
    update notice_deliveries
       set last_error = case when state = 'queued' then 'no_contact' end, provider_message_id = null,
           state = case when state = 'queued' then 'failed' else state end
     where user_id = ${userId}::uuid and (state = 'queued' or last_error is not null or provider_message_id is not null)`.execute(
    app.db,
  )
}
