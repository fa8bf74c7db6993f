/** The only SQL that writes deletion requests and data downloads. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import { insertNew, updateRows, type RowFields } from '#server/db/rows.ts'
import { claim, inSeconds, requeue, type Claim, type HeldLease } from '#server/jobs/lease.ts'

/** Adds a request; false when the person has an open one. */
export function insertDeletion(app: Core, deletion: RowFields<'account_deletions'>): Promise<boolean> {
  return insertNew(app.db, 'account_deletions', deletion)
}

/** Cancels a person's own pending request; false when it is not pending any more, or not theirs. */
export async function markCancelled(app: Core, id: string, userId: string): Promise<boolean> {
  return updateRows(
    app.db,
    'account_deletions',
    { id, userId, state: 'pending' },
    { state: 'cancelled', endedAt: sql`app_now()` },
  )
}

/** Locks a request, so that two people do not resolve it at once. */
export function lockDeletion(app: Core, id: string) {
  return app.db
    .selectFrom('account_deletions')
    .select(['id', 'user_id as userId', 'state', 'approved_at as approvedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function markInReview(app: Core, id: string): Promise<void> {
  await updateRows(
    app.db,
    'account_deletions',
    { id },
    { state: 'in_review', reviewedAt: sql`coalesce(reviewed_at, app_now())` },
  )
}

export async function markRejected(app: Core, id: string, by: string, reason: string): Promise<void> {
  await updateRows(
    app.db,
    'account_deletions',
    { id },
    {
      state: 'rejected',
      reviewedAt: sql`coalesce(reviewed_at, app_now())`,
      resolvedBy: by,
      rejectionReason: reason,
      endedAt: sql`app_now()`,
    },
  )
}

/** Approves a request in the transaction that closes the account. The rest is erased step by step. */
export async function markApproved(app: Core, id: string, by: string, sealedSubject: string): Promise<void> {
  await updateRows(
    app.db,
    'account_deletions',
    { id },
    {
      state: 'in_review',
      reviewedAt: sql`coalesce(reviewed_at, app_now())`,
      approvedAt: sql`app_now()`,
      resolvedBy: by,
      farewellSealed: sealedSubject,
    },
  )
}

/** Never given up. */
export const deletionLease: HeldLease<'account_deletions'> = {
  table: 'account_deletions',
  key: 'id',
  isOpen: sql`state = 'in_review' and approved_at is not null`,
  until: 30,
  pause: { seconds: 15, growth: 2, longestSeconds: 3600 },
}

/** Takes approved requests whose steps may be taken, and not before `calmSeconds` after the approval. */
export function claimDeletions(app: App, limit: number, calmSeconds: number): Promise<Claim[]> {
  const where = sql`approved_at <= app_now() - make_interval(secs => ${calmSeconds})`
  return claim(app.db, deletionLease, { limit, where })
}

/** Nothing failed: the request has its next turn in `seconds`. */
export async function waitFor(app: App, held: Claim, seconds: number): Promise<void> {
  await requeue(app.db, deletionLease, held, { at: inSeconds(seconds) })
}

/** Notes that a step was taken. */
export async function markStep(app: App, id: string, step: string): Promise<void> {
  await app.db
    .updateTable('account_deletions')
    .set({ steps_taken: sql`array_append(steps_taken, ${step})` })
    .where('id', '=', id)
    .where(sql<boolean>`${step} <> all (steps_taken)`)
    .execute()
}

/** Ends an approved request; false when it was ended before. The reason that the person gave is erased with it. */
export async function markCompleted(app: Core, id: string, userId: string): Promise<boolean> {
  const updated = await app.db
    .updateTable('account_deletions')
    .set({ state: 'completed', ended_at: sql`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'in_review')
    .where('approved_at', 'is not', null)
    .executeTakeFirst()
  await app.db.updateTable('account_deletions').set({ reason: null }).where('user_id', '=', userId).execute()
  return updated.numUpdatedRows === 1n
}

export async function dropErasureSubject(app: App, id: string): Promise<void> {
  await app.db.updateTable('account_deletions').set({ farewell_sealed: null }).where('id', '=', id).execute()
}

/** A last mail that could not be sent for a week is given up, and its address is forgotten. */
export async function dropOldErasureSubjects(app: App): Promise<void> {
  await app.db
    .updateTable('account_deletions')
    .set({ farewell_sealed: null })
    .where('farewell_sealed', 'is not', null)
    .where('ended_at', '<', sql<string>`app_now() - interval '7 days'`)
    .execute()
}

/**
 * Adds a download and gives null, or gives why the person may have none: at most `perDay` in 24 hours, and one at a time. The
 * database's clock decides, because processes have clocks of their own.
 */
export async function insertExport(
  app: Core,
  { id, userId, perDay }: { id: string; userId: string; perDay: number },
): Promise<'export_running' | 'export_limit' | null> {
  const { rows } = await sql<{ today: number; added: boolean }>`
    with today as (
      select count(*)::int as today from data_exports
       where user_id = ${userId}::uuid and requested_at > app_now() - interval '1 day' and state <> 'failed'
    ), added as (
      insert into data_exports (id, user_id)
      select ${id}::uuid, ${userId}::uuid from today where today.today < ${perDay}
      on conflict (user_id) where state in ('queued', 'running') do nothing
      returning id
    )
    select today.today, exists (select from added) as added from today`.execute(app.db)
  const [row] = rows
  if (!row || row.added) return null
  return row.today >= perDay ? 'export_limit' : 'export_running'
}

/** Takes a download up; false when it is not waiting or at work any more. A worker that was killed leaves it to another. */
export async function markRunning(app: App, id: string): Promise<boolean> {
  const updated = await app.db
    .updateTable('data_exports')
    .set({ state: 'running', progress: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function markProgress(app: App, id: string, progress: number): Promise<void> {
  await updateRows(app.db, 'data_exports', { id, state: 'running' }, { progress })
}

/** Marks that the file is there; false when the request no longer waits for it. */
export async function markReady(app: Core, id: string, sizeBytes: number, days: number): Promise<boolean> {
  return updateRows(
    app.db,
    'data_exports',
    { id, state: 'running' },
    {
      state: 'ready',
      progress: 100,
      sizeBytes,
      readyAt: sql`app_now()`,
      expiresAt: sql`app_now() + make_interval(days => ${days})`,
    },
  )
}

export async function markExpired(app: App, id: string): Promise<void> {
  await app.db.updateTable('data_exports').set({ state: 'expired' }).where('id', '=', id).execute()
}

/** Ends the downloads whose tries have all failed, so that the person may ask again. */
export async function failStuckExports(app: App): Promise<void> {
  await app.db
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('state', 'in', ['queued', 'running'])
    .where('requested_at', '<', sql<string>`app_now() - interval '2 hours'`)
    .execute()
}

export async function deleteExports(app: App, userId: string): Promise<void> {
  await app.db.deleteFrom('data_exports').where('user_id', '=', userId).execute()
}
