/** One change of something that belongs to an event. */
import type { Proof } from '#contract/api/roles.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditChange, type AuditObject } from '#server/db/audit.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { notifyCommercialChange } from './managing/notify-commercial-change.ts'
import { BY_COMMERCIAL } from './managing/queries-changes.ts'
import type { ManagedEventId } from './managing/queries-manage.ts'
import { lockEvent, type EventRow } from './store.ts'

/** An event that the caller manages, or where they promote: the act itself asks whether they still do. */
export type ActableEventId = ManagedEventId | Proof<'assignedEvent'>

export interface EventAct extends AuditChange {
  /** Action of its audit row. */
  readonly audit: string
  readonly object: AuditObject
  /** Allowed after the event too, or after one that was not cancelled. */
  readonly isAllowedAfter?: true | 'unless cancelled'
}

/** Arguments of `work` besides its transaction. */
export interface ActOn {
  readonly event: EventRow
  /** Adds to the audit row what is known only now. */
  record(change: AuditChange): void
  /** Returns `result` and leaves no audit row: there was nothing to change. */
  unchanged<Result>(result: Result): Result
}

/**
 * Runs `work` in a transaction, the caller's where there is one, that holds the event, writes its audit row, and publishes the change after the commit.
 * Throws `company_role_not_allowed` for finance people (rule R7.1) and `event_state` for an event that is over. What each act of an event
 * does in each of its states is in `docs/event-states.md`.
 */
export async function actOnEvent<Result>(
  app: App | Tx,
  actor: Actor,
  eventId: ActableEventId,
  act: EventAct,
  work: (app: Tx, on: ActOn) => Promise<Result>,
): Promise<Result> {
  const { audit: action, object, isAllowedAfter = false, ...change } = act
  return inTransaction(app, async (app) => {
    const event = await lockEvent(app, eventId)
    refuseFinance(actor, event.company_id)
    const isCancelled = event.state === 'cancelled'
    const isOver = event.is_expired || isCancelled || event.state === 'success'
    if (isOver && (!isAllowedAfter || (isCancelled && isAllowedAfter !== true))) throw new Failure('event_state')
    let row: AuditChange | null = change
    const result = await work(app, {
      event,
      record: (more) => void (row = { ...row, ...more }),
      unchanged(same) {
        row = null
        return same
      },
    })
    if (row) await record(app, actor, { event, action, object, change: row })
    return result
  })
}

interface Recorded {
  readonly event: EventRow
  readonly action: string
  readonly object: AuditObject
  readonly change: AuditChange
}

/** Writes the audit row. The event's people are notified of what a commercial changed of the event itself (rule R23.8). */
async function record(app: Tx, actor: Actor, { event, action, object, change }: Recorded): Promise<void> {
  if (!isByCommercial(actor, event)) {
    await audit(app, actor, action, object, change)
    return
  }
  const after = Object.assign({}, change.after, BY_COMMERCIAL)
  const changeId = await audit(app, actor, action, object, { ...change, after })
  const isOfEvent = object[0] === 'event' && object[1] === event.id
  if (isOfEvent && Object.keys(after).length > 1) {
    await notifyCommercialChange(app, { companyId: event.company_id, eventId: event.id, changeId })
  }
}

/** Neither one of the company's people nor a god admin: assigned to the event. */
function isByCommercial({ roles, companyId, eventRoles }: Actor, event: EventRow): boolean {
  if (roles.includes('godAdmin') || (roles.includes('ORGANIZATOR') && companyId === event.company_id)) return false
  return (
    roles.includes('COMERCIAL') && eventRoles.some(({ eventId, kind }) => kind === 'COMERCIAL' && eventId === event.id)
  )
}
