/** Puts a commercial in charge of an event, and takes the event from them. */
import type { Answer } from '#contract/api/endpoint.ts'
import type * as contract from '#contract/events/commercials.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { Failure } from '#server/shared/failure.ts'
import { deleteStaff, lockEvent } from '../store.ts'
import { assignStaff } from './assign-staff.ts'
import { notifyCommercial } from './notify-commercial.ts'
import { findCommercial, isCommercial } from './queries-commercial.ts'

type Assigned = Answer<typeof contract.assignCommercial>

/**
 * Assigns a commercial to an event in whatever state, because costs come in after it too. Assigning twice changes nothing. An event
 * that has another commercial is refused with who that is, and given to the new one only if `replacesUserId` names them
 * (rule R23.1). Throws `not_commercial`, `event_has_commercial`.
 */
export function assignCommercial(
  app: App,
  { actor, proof: eventId, body }: Call<typeof contract.assignCommercial>,
): Promise<Assigned> {
  const { userId, replacesUserId } = body
  return inTransaction(app, async (app) => {
    await lockEvent(app, eventId)
    if (!(await isCommercial(app, userId))) throw new Failure('not_commercial')
    const current = await findCommercial(app, eventId)
    if (current?.id === userId) return { userId, eventId, replacedUserId: null }
    if (current) {
      if (current.id !== replacesUserId) throw new Failure('event_has_commercial', current)
      await takeAway(app, actor, { eventId, userId: current.id })
      await notifyCommercial(app, { eventId, userId: current.id, act: 'replaced' })
    }
    await assignStaff(app, actor, { eventId, userId, kind: 'COMERCIAL', canScan: false })
    await notifyCommercial(app, { eventId, userId, act: 'assigned' })
    return { userId, eventId, replacedUserId: current?.id ?? null }
  })
}

/**
 * Ends an assignment. What the person may do there ends within 5 seconds in the session that is open, which goes on, and so does the
 * role. Does nothing for a person who does not have the event.
 */
export async function removeCommercial(
  app: App,
  { actor, proof: eventId, body: { userId } }: Call<typeof contract.removeCommercial>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockEvent(app, eventId)
    if (!(await takeAway(app, actor, { eventId, userId }))) return
    await notifyCommercial(app, { eventId, userId, act: 'removed' })
  })
}

async function takeAway(app: Tx, by: AuditOrigin, of: { eventId: string; userId: string }): Promise<boolean> {
  const removed = await deleteStaff(app, { ...of, kinds: ['COMERCIAL'] })
  if (removed.length === 0) return false
  forgetSessions(app, of.userId)
  await audit(app, by, 'event.remove_staff', ['event', of.eventId], {
    before: { userId: of.userId, kinds: ['COMERCIAL'] },
  })
  return true
}
