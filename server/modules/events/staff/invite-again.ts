/** Another activation link for somebody of the team. */
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { resendActivation } from '#server/modules/accounts/registration/activate-account.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import type { ManagedEventId } from '../managing/queries-manage.ts'
import { getMember } from './queries-staff.ts'
import { lockEvent } from '../store.ts'

/**
 * Sends it by every channel that is open, within what strangers may send to a contact (`resendActivation`). `count` counts the call, of
 * somebody who is of the team alone: nobody uses up what another company may send. Throws `person_not_found`, `already_active`,
 * `company_role_not_allowed`.
 */
export async function inviteAgain(
  app: App,
  actor: Actor,
  id: ManagedEventId,
  userId: string,
  count: () => Promise<void>,
): Promise<void> {
  await getMember(app, actor, { eventId: id, userId })
  await count()
  await inTransaction(app, async (app) => {
    const { company_id: companyId } = await lockEvent(app, id)
    refuseFinance(actor, companyId)
    const member = await getMember(app, actor, { eventId: id, userId })
    if (member.state !== 'pending') throw new Failure('already_active')
    await resendActivation(app, userId)
    await audit(app, actor, 'event.invite_staff_again', ['event', id], { after: { userId } })
  })
}
