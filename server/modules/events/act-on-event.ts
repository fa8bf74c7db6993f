/** One change of something that belongs to an event. */
import type { Proof } from '#contract/api/roles.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditChange, type AuditObject } from '#server/db/audit.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import type { ManagedEventId } from './managing/queries-manage.ts'
import { lockEvent, type EventRow } from './store.ts'

/** An event that the caller manages, or where they promote: the act itself asks whether they still do. */
export type ActableEventId = ManagedEventId | Proof<'assignedEvent'>

export interface EventAct extends AuditChange {
  /** Action of its audit row. */
  readonly audit: string
  readonly object: AuditObject
  /** Allowed after the event too. */
  readonly isAllowedAfter?: true
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
 * Throws `company_role_not_allowed` for finance people (rule R7.1) and `event_state` for an event that is over.
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
    const isOver = event.is_expired || event.state === 'cancelled' || event.state === 'success'
    if (isOver && !isAllowedAfter) throw new Failure('event_state')
    let row: AuditChange | null = change
    const result = await work(app, {
      event,
      record: (more) => void (row = { ...row, ...more }),
      unchanged(same) {
        row = null
        return same
      },
    })
    if (row) await audit(app, actor, action, object, row)
    return result
  })
}
