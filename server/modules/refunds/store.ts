/** The only SQL that writes mass refunds. */
import { sql } from 'kysely'
import type { MassRefundState } from '#contract/sales/refunds-mass.ts'
import type { App, Core } from '#server/context.ts'
import { insertNew, updateRows } from '#server/db/rows.ts'
import { claim, inSeconds, requeue, type ClaimedBy, type HeldLease } from '#server/jobs/lease.ts'

export interface NewMassRefund {
  readonly id: string
  readonly eventId: string
  readonly requestedBy: string
  readonly source: 'god_mass' | 'organizer' | 'event_cancelled'
  readonly reason: string
}

/** Adds one; false while another of the event is under way. */
export function insertMassRefund(app: Core, mass: NewMassRefund): Promise<boolean> {
  return insertNew(app.db, 'mass_refunds', mass)
}

/** What a session was shown of a whole event's refund. */
export interface ShownMassRefund {
  readonly sessionId: string
  readonly eventId: string
  readonly count: number
  readonly amountCents: number
}

/** Minutes for which what was shown begins without its text being typed. */
const SHOWN_MINUTES = 15

/** Keeps what the session was shown last, and forgets what was shown too long ago. */
export async function keepShown(app: Core, { sessionId, eventId, count, amountCents }: ShownMassRefund): Promise<void> {
  await sql`delete from mass_refund_previews where shown_at < app_now() - make_interval(mins => ${SHOWN_MINUTES})`.execute(
    app.db,
  )
  await sql`
    insert into mass_refund_previews (session_id, event_id, count, amount_cents)
    values (${sessionId}::uuid, ${eventId}::uuid, ${count}, ${amountCents})
    on conflict (session_id) do update
       set event_id = excluded.event_id, count = excluded.count, amount_cents = excluded.amount_cents, shown_at = app_now()`.execute(
    app.db,
  )
}

/** Whether that is just what the session was shown last, minutes ago. */
export async function wasShown(
  app: Core,
  { sessionId, eventId, count, amountCents }: ShownMassRefund,
): Promise<boolean> {
  const row = await app.db
    .selectFrom('mass_refund_previews')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('event_id', '=', eventId)
    .where('count', '=', count)
    .where('amount_cents', '=', amountCents)
    .where('shown_at', '>=', sql<string>`app_now() - make_interval(mins => ${SHOWN_MINUTES})`)
    .executeTakeFirst()
  return row !== undefined
}

const UNDER_WAY = ['preparing', 'running'] as const

export type MassAct = 'pause' | 'resume' | 'stop'

/** The states in which an act applies, and those that it leads to, in which it changes nothing when it is requested again. */
export const MASS_ACTS: Readonly<
  Record<MassAct, { readonly from: readonly MassRefundState[]; readonly to: readonly MassRefundState[] }>
> = {
  pause: { from: UNDER_WAY, to: ['paused'] },
  resume: { from: ['paused'], to: UNDER_WAY },
  stop: { from: [...UNDER_WAY, 'paused'], to: ['stopping', 'stopped'] },
}

export const massLease: HeldLease<'mass_refunds'> = {
  table: 'mass_refunds',
  key: 'id',
  isOpen: sql`state in (${sql.join([...UNDER_WAY, 'stopping'].map((state) => sql.lit(state)))})`,
  until: 60,
  pause: { seconds: 5, growth: 2, longestSeconds: 300 },
}

export function claimMassRefunds(app: App, limit: number) {
  return claim(app.db, massLease, {
    limit,
    read: {
      id: 'id',
      eventId: 'event_id',
      companyId: sql<string>`(select e.company_id from events e where e.id = mass_refunds.event_id)`,
      requestedBy: 'requested_by',
      source: sql<NewMassRefund['source']>`mass_refunds.source`,
      reason: 'reason',
      state: sql<'preparing' | 'running' | 'stopping'>`mass_refunds.state`, // open ones
      preparedUntil: 'prepared_until',
      /** Seconds since the last requests. */
      secondsSince: sql<number>`extract(epoch from app_now() - mass_refunds.released_at)::float`,
    },
  })
}
export type ClaimedMassRefund = ClaimedBy<typeof claimMassRefunds>

/** Locks it until the transaction ends; false when it was paused or stopped since it was claimed. */
export async function lockStep(app: Core, { id, state }: ClaimedMassRefund): Promise<boolean> {
  const row = await app.db
    .selectFrom('mass_refunds')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Records that the tickets up to this order are prepared; without one all are, and their refunds begin. */
export async function recordPrepared(app: Core, id: string, until: string | null): Promise<void> {
  await app.db
    .updateTable('mass_refunds')
    .set(
      until === null
        ? { state: 'running', prepared_at: sql`app_now()`, released_at: sql`app_now()` }
        : { prepared_until: until },
    )
    .where('id', '=', id)
    .execute()
}

export async function recordReleased(app: Core, id: string): Promise<void> {
  await sql`update mass_refunds set released_at = app_now() where id = ${id}`.execute(app.db)
}

export async function finishMassRefund(app: Core, id: string, state: 'done' | 'stopped'): Promise<void> {
  await updateRows(app.db, 'mass_refunds', { id }, { state, finishedAt: sql`app_now()`, leasedBy: null })
}

/** Ends a step; the next one is due in so many seconds. */
export async function scheduleNextStep(
  app: App,
  mass: ClaimedMassRefund,
  { seconds }: { seconds: number },
): Promise<void> {
  await requeue(app.db, massLease, mass, { at: inSeconds(seconds) })
}

/** Pauses, resumes or stops it; false when it is in no state for that. */
export async function changeState(app: Core, id: string, act: MassAct): Promise<boolean> {
  const { from, to } = MASS_ACTS[act]
  const { rows } = await sql`
    update mass_refunds
       set state = case when ${act === 'resume'}::boolean and prepared_at is not null then 'running' else ${to[0]} end,
           leased_by = null, next_attempt_at = app_now(), released_at = app_now()
     where id = ${id} and state = any (${from}::text[])
    returning 1`.execute(app.db)
  return rows.length > 0
}
