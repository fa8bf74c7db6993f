/** The only SQL that writes regrets. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'

/** Of which the team is told in one turn. */
const MOST_AT_ONCE = 100

export interface NewRegret {
  readonly id: string
  readonly code: string
  readonly orderNumber: string | null
  readonly contact: string | null
}

export async function insertRegret(app: Core, { id, code, orderNumber, contact }: NewRegret): Promise<void> {
  await app.db.insertInto('regrets').values({ id, code, order_number: orderNumber, contact }).execute()
}

/** Notes the purchases that it may be about; doing it again changes nothing. Without any, a person looks for them. */
export async function noteOrders(app: Core, id: string, orderIds: readonly string[]): Promise<void> {
  await sql`
    insert into regret_orders (regret_id, order_id) select ${id}::uuid, o from unnest(${orderIds}::uuid[]) o
        on conflict do nothing`.execute(app.db)
  await sql`
    update regrets set looked_up_at = app_now(),
           state = case when ${orderIds.length} = 0 and state = 'received' then 'with_person' else state end,
           handed_over_at = case when ${orderIds.length} = 0 then coalesce(handed_over_at, app_now()) else handed_over_at end
     where id = ${id}::uuid and looked_up_at is null`.execute(app.db)
}

export interface LockedRegret {
  readonly id: string
  readonly state: 'received' | 'with_person' | 'done'
  readonly submittedAt: string
}

/** Holds it until the transaction ends. */
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

export async function setOutcome(app: Core, regretId: string, orderId: string, outcome: Outcome): Promise<void> {
  await sql`
    insert into regret_orders (regret_id, order_id, outcome) values (${regretId}::uuid, ${orderId}::uuid, ${outcome})
        on conflict (regret_id, order_id) do update set outcome = excluded.outcome`.execute(app.db)
}

/** Its buyer confirmed: it is done, or waits for a person. */
export async function noteProved(app: Core, id: string, state: 'with_person' | 'done'): Promise<void> {
  await app.db
    .updateTable('regrets')
    .set({ state, proved_at: sql`coalesce(proved_at, app_now())` })
    .$if(state === 'done', (query) => query.set({ done_at: sql`app_now()` }))
    .$if(state === 'with_person', (query) => query.set({ handed_over_at: sql`coalesce(handed_over_at, app_now())` }))
    .where('id', '=', id)
    .execute()
}

/** A person decided it. */
export async function noteResolved(
  app: Core,
  id: string,
  { answer, resolvedBy }: { readonly answer: string; readonly resolvedBy: string },
): Promise<void> {
  await app.db
    .updateTable('regrets')
    .set({ state: 'done', done_at: sql`app_now()`, answer, resolved_by: resolvedBy })
    .where('id', '=', id)
    .execute()
}

/** Those whose link nobody opened for so many hours go to a person. */
export async function handOver(app: App, afterHours: number): Promise<void> {
  await sql`
    update regrets set state = 'with_person', handed_over_at = app_now()
     where state = 'received' and submitted_at < app_now() - make_interval(hours => ${afterHours})`.execute(app.db)
}

/** What the team is told of a regret: that it waits for one of them, and that its time is nearly over. */
export type TeamNotice = 'waits' | 'deadline'

/** Those that wait for a person and of which the team was not told this yet. */
export async function listToTell(
  app: App,
  notice: TeamNotice,
  deadlineHours: number,
): Promise<{ id: string; code: string }[]> {
  return app.db
    .selectFrom('regrets')
    .select(['id', 'code'])
    .where('state', '=', 'with_person')
    .where(notice === 'waits' ? 'team_told_at' : 'deadline_told_at', 'is', null)
    .$if(notice === 'deadline', (query) =>
      query.where('submitted_at', '<', sql<string>`app_now() - make_interval(hours => ${deadlineHours})`),
    )
    .orderBy('submitted_at')
    .limit(MOST_AT_ONCE)
    .execute()
}

export async function noteTold(app: App, ids: readonly string[], notice: TeamNotice): Promise<void> {
  const column = notice === 'waits' ? 'team_told_at' : 'deadline_told_at'
  await app.db
    .updateTable('regrets')
    .set({ [column]: sql`app_now()` })
    .where('id', 'in', [...ids])
    .execute()
}

/** What a deleted account typed, or others typed of it, is forgotten. */
export async function eraseTyped(app: App, userId: string, mails: readonly string[]): Promise<void> {
  await sql`
    update regrets set order_number = null, contact = null
     where id in (select r.regret_id from regret_orders r join orders o on o.id = r.order_id where o.buyer_id = ${userId}::uuid)
        or lower(contact) = any(${mails.map((mail) => mail.toLowerCase())}::text[])`.execute(app.db)
}

/** What was typed is forgotten half a year after it was answered. */
export async function forgetTyped(app: App): Promise<void> {
  await sql`
    update regrets set order_number = null, contact = null
     where done_at < app_now() - interval '180 days' and (order_number is not null or contact is not null)`.execute(
    app.db,
  )
}
