/** A person asks that their account be deleted. */
import { toLocalDate } from '#contract/values/dates.ts'
import { addWorkingDays } from '#contract/platform/working-days.ts'
import {
  DELETION_WORKING_DAYS,
  type DeletionRequest,
  type requestDeletion as endpoint,
} from '#contract/accounts/privacy.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { notifyDeletion } from './notify-deletion.ts'
import { findBlockers, findOwnDeletion, findTicketsGivenUp } from './queries.ts'
import { insertDeletion } from './store.ts'

/**
 * Throws `deletion_blocked` with what blocks it, `deletion_tickets_changed` when the person did not see the tickets that they
 * would give up, `deletion_open` when they asked before.
 */
export async function requestDeletion(
  app: App,
  { actor, body: { ticketsGivenUp, reason } }: Call<typeof endpoint>,
): Promise<DeletionRequest> {
  return inTransaction(app, async (app) => {
    const blockers = await findBlockers(app, actor.userId)
    if (blockers.length > 0) throw new Failure('deletion_blocked', blockers)
    const ticketsCount = (await findTicketsGivenUp(app, actor.userId)).length
    if (ticketsCount !== ticketsGivenUp) throw new Failure('deletion_tickets_changed')
    const id = newId()
    const dueOn = addWorkingDays(toLocalDate(app.clock.now()), DELETION_WORKING_DAYS)
    const isAdded = await insertDeletion(app, { id, userId: actor.userId, reason: reason || null, ticketsCount, dueOn })
    if (!isAdded) throw new Failure('deletion_open')
    await audit(app, actor, 'account_deletion.request', ['account_deletion', id], {
      after: { state: 'pending', dueOn, ticketsCount },
    })
    await notifyDeletion(app, id, 'requested')
    const added = await findOwnDeletion(app, id, actor.userId)
    if (!added) throw new Error('A request that was just added is gone')
    return added
  })
}
