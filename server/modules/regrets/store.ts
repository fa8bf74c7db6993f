/** The only SQL that writes regrets. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import { insertRow, updateRows, type RowFields } from '#server/db/rows.ts'

/** Regrets of one mail to the team. */
const MOST_AT_ONCE = 100

export function insertRegret(app: Core, regret: RowFields<'regrets'>): Promise<void> {
  return insertRow(app.db, 'regrets', regret)
}

/** Records the candidate purchases; without any a person looks for them. Returns true the first time; later calls change nothing. */
export async function recordCandidates(app: Core, id: string, orderIds: readonly string[]): Promise<boolean> {
  await addOrders(app, id, orderIds, false)
  const { rows } = await sql`
    update regrets set looked_up_at = app_now(),
           state = case when ${orderIds.length} = 0 and state = 'received' then 'with_person' else state end,
           handed_over_at = case when ${orderIds.length} = 0 then coalesce(handed_over_at, app_now()) else handed_over_at end
     where id = ${id}::uuid and looked_up_at is null
    returning 1`.execute(app.db)
  return rows.length > 0
}

/** Adds purchases, in the regret's own state; returns how many it did not have. */
async function addOrders(app: Core, id: string, orderIds: readonly string[], isNamed: boolean): Promise<number> {
  const { rows } = await sql`
    insert into regret_orders (regret_id, order_id, state, is_named, event_start)
    select r.id, o.id, r.state, ${isNamed}, e.starts_at
      from regrets r, orders o join events e on e.id = o.event_id
     where r.id = ${id}::uuid and o.id = any(${orderIds}::uuid[])
        on conflict do nothing returning 1`.execute(app.db)
  return rows.length
}

export interface LockedRegret {
  readonly id: string
  readonly state: 'received' | 'with_person' | 'done'
  readonly submittedAt: string
}

/** Locks it until the transaction ends. */
export async function lockRegret(app: Core, id: string): Promise<LockedRegret | undefined> {
  const row = await app.db
    .selectFrom('regrets')
    .select(['id', 'state', 'submitted_at as submittedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as LockedRegret | undefined // CHECK on the column
}

export type Outcome = 'refunding' | 'with_person' | 'refused'

/** Sets what became of one of its purchases, and the refunds that were requested for it, which are watched. */
export async function setOutcome(
  app: Core,
  regretId: string,
  orderId: string,
  outcome: Outcome,
  refundIds: readonly string[] = [],
): Promise<void> {
  await sql`
    update regret_orders
       set outcome = ${outcome}, refund_ids = refund_ids || ${refundIds}::uuid[], failure = null,
           state = case when ${outcome} = 'with_person' then 'with_person' else 'done' end,
           done_at = case when ${outcome} = 'with_person' then null else app_now() end
     where regret_id = ${regretId}::uuid and order_id = ${orderId}::uuid`.execute(app.db)
}

/** Adds a purchase that the team named; false when the regret has it already. */
export async function addNamedOrder(app: Core, regretId: string, orderId: string): Promise<boolean> {
  return (await addOrders(app, regretId, [orderId], true)) === 1
}

/** A purchase of a regret whose refund failed. */
export interface FailedRegret {
  readonly regretId: string
  readonly orderId: string
  readonly refundIds: readonly string[]
  /** In the provider's word. */
  readonly failure: string
}

/** Lists purchases with a refund that failed, or that was rejected while nothing was returned; none whose payment returned whole. */
export async function listFailed(app: App): Promise<FailedRegret[]> {
  const { rows } = await sql<FailedRegret>`
    select l.regret_id as "regretId", l.order_id as "orderId", array_agg(r.id) as "refundIds",
           coalesce(max(r.last_error), 'other') as failure
      from refunds r join regret_orders l on l.order_id = r.order_id and r.id = any(l.refund_ids)
      join payments p on p.id = r.payment_id
     where r.source = 'buyer_regret' and r.state in ('failed', 'rejected')
       and p.refunded_cents < p.amount_cents and (r.state = 'failed' or p.refunded_cents = 0)
     group by l.regret_id, l.order_id order by l.regret_id limit ${MOST_AT_ONCE}`.execute(app.db)
  return rows
}

/**
 * Hands it to a person once more, who decides and answers again. The team is notified of the failure alone. False when it was
 * reopened for these refunds already.
 */
export async function reopenRegret(
  app: Core,
  { regretId, orderId, refundIds, failure }: FailedRegret,
): Promise<boolean> {
  const { rows } = await sql`
    update regret_orders
       set outcome = 'with_person', state = 'with_person', done_at = null, answer = null, failure = ${failure},
           refund_ids = array(select unnest(refund_ids) except select unnest(${refundIds}::uuid[]))
     where regret_id = ${regretId}::uuid and order_id = ${orderId}::uuid and refund_ids && ${refundIds}::uuid[]
    returning 1`.execute(app.db)
  if (rows.length === 0) return false
  await sql`
    update regrets
       set state = 'with_person', done_at = null, answer = null, resolved_by = null, is_failure_untold = true,
           handed_over_at = coalesce(handed_over_at, app_now()),
           team_notified_at = coalesce(team_notified_at, app_now()), deadline_notified_at = coalesce(deadline_notified_at, app_now())
     where id = ${regretId}::uuid`.execute(app.db)
  return true
}

/** Records that a buyer confirmed: their purchases are verified, and those that they did not choose are done. No other buyer's are. */
export async function recordConfirmation(app: Core, regretId: string, buyerId: string): Promise<void> {
  await sql`
    update regret_orders l
       set proved_at = coalesce(l.proved_at, app_now()),
           state = case l.outcome when 'open' then 'done' else l.state end,
           done_at = case l.outcome when 'open' then coalesce(l.done_at, app_now()) else l.done_at end
      from orders o
     where o.id = l.order_id and l.regret_id = ${regretId}::uuid and o.buyer_id = ${buyerId}::uuid`.execute(app.db)
}

/** Sets a regret's state by those of its purchases. The team is notified once more when it returns to a person. */
export async function settleState(app: Core, id: string): Promise<LockedRegret['state']> {
  const { rows } = await sql<Pick<LockedRegret, 'state'>>`
    update regrets r
       set state = s.state, done_at = case s.state when 'done' then coalesce(r.done_at, app_now()) end,
           handed_over_at = case s.state when 'with_person' then coalesce(r.handed_over_at, app_now()) else r.handed_over_at end,
           team_notified_at = case when s.state = 'with_person' and r.state <> 'with_person' then null
                                   else r.team_notified_at end
      from (select case when bool_or(l.state = 'with_person') then 'with_person'
                        when bool_or(l.state = 'received') then 'received' else 'done' end as state
              from regret_orders l where l.regret_id = ${id}::uuid) s
     where r.id = ${id}::uuid returning r.state`.execute(app.db)
  return rows[0]?.state ?? 'done'
}

export interface Resolution {
  /** The purchases that the answer is about, all of one buyer; none for a regret without purchases. */
  readonly orderIds: readonly string[]
  readonly answer: string
  readonly resolvedBy: string
}

/** Records a person's answer: of a regret without purchases it is the regret's, otherwise it belongs to these purchases. */
export async function recordResolution(app: Core, id: string, resolution: Resolution): Promise<void> {
  const { orderIds, answer, resolvedBy } = resolution
  if (orderIds.length === 0) {
    await updateRows(app.db, 'regrets', { id }, { state: 'done', doneAt: sql`app_now()`, answer, resolvedBy })
    return
  }
  await sql`
    update regret_orders set state = 'done', done_at = app_now(), answer = ${answer}
     where regret_id = ${id}::uuid and order_id = any(${orderIds}::uuid[])`.execute(app.db)
  await updateRows(app.db, 'regrets', { id }, { resolvedBy })
  await settleState(app, id)
}

/** Hands purchases whose link was not opened for so many hours to a person, and regrets without purchases. */
export async function escalateUnopened(app: App, afterHours: number): Promise<void> {
  await sql`
    with unopened as (
      select r.id from regrets r
       where r.state <> 'done' and r.submitted_at < app_now() - make_interval(hours => ${afterHours})
         and (r.state = 'received'
              or (select true from regret_orders l where l.regret_id = r.id and l.state = 'received' limit 1))
       order by r.id for update
    ), handed_over as (
      update regret_orders l set state = 'with_person' from unopened u where l.regret_id = u.id and l.state = 'received'
    )
    update regrets r
       set state = 'with_person', handed_over_at = coalesce(r.handed_over_at, app_now()), team_notified_at = null
      from unopened u where u.id = r.id`.execute(app.db)
}

/** Why the team is notified of a regret: it waits for a person, its time is nearly over, or its refund failed. */
export type TeamNotice = 'waits' | 'deadline' | 'failed'

/** Lists regrets that wait for a person and of which the team was not notified for this reason. */
export async function listTeamNotices(
  app: App,
  notice: TeamNotice,
  deadlineHours: number,
): Promise<{ id: string; code: string }[]> {
  return app.db
    .selectFrom('regrets')
    .select(['id', 'code'])
    .where('state', '=', 'with_person')
    .$if(notice === 'waits', (query) => query.where('team_notified_at', 'is', null))
    .$if(notice === 'failed', (query) => query.where('is_failure_untold', '=', true))
    .$if(notice === 'deadline', (query) =>
      query
        .where('deadline_notified_at', 'is', null)
        .where('submitted_at', '<', sql<string>`app_now() - make_interval(hours => ${deadlineHours})`),
    )
    .orderBy('submitted_at')
    .limit(MOST_AT_ONCE)
    .execute()
}

const NOTIFIED = {
  waits: { team_notified_at: sql<string>`app_now()` },
  deadline: { deadline_notified_at: sql<string>`app_now()` },
  failed: { is_failure_untold: false },
} as const

export async function markTeamNotified(app: App, ids: readonly string[], notice: TeamNotice): Promise<void> {
  await app.db
    .updateTable('regrets')
    .set(NOTIFIED[notice])
    .where('id', 'in', [...ids])
    .execute()
}

/** Forgets what a deleted account typed, or others typed of it. */
export async function eraseTyped(app: App, userId: string, mails: readonly string[]): Promise<void> {
  await sql`
    update regrets set order_number = null, contact = null
     where id in (select r.regret_id from regret_orders r join orders o on o.id = r.order_id where o.buyer_id = ${userId}::uuid)
        or lower(contact) = any(${mails.map((mail) => mail.toLowerCase())}::text[])`.execute(app.db)
}

/** Forgets what was typed half a year after the answer. */
export async function forgetTyped(app: App): Promise<void> {
  await sql`
    update regrets set order_number = null, contact = null
     where done_at < app_now() - interval '180 days' and (order_number is not null or contact is not null)`.execute(
    app.db,
  )
}
