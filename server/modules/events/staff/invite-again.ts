/** Sends another activation link to a member of the team. */
import type { inviteStaffAgain as endpoint } from '#contract/events/events-team.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { resendActivation } from '#server/modules/accounts/registration/activate-account.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnEvent } from '../act-on-event.ts'
import { getMember } from './queries-staff.ts'

/**
 * Sends it by every channel that is open, within what strangers may send to a contact (`resendActivation`). `count` counts the call,
 * only for a person of the team: a caller cannot use up what another company may send. Throws `person_not_found`, `already_active`,
 * `company_role_not_allowed`, `event_state` once the door has closed for good.
 */
export async function inviteAgain(
  app: App,
  { actor, proof: id, params: { userId }, count }: Call<typeof endpoint>,
): Promise<void> {
  await getMember(app, actor, { eventId: id, userId })
  await count()
  const act = { audit: 'event.invite_staff_again', object: ['event', id], isAllowedAfter: true } as const
  await actOnEvent(app, actor, id, { ...act, after: { userId } }, async (app, { event }) => {
    if (event.state === 'cancelled' || event.state === 'success') throw new Failure('event_state')
    const member = await getMember(app, actor, { eventId: id, userId })
    if (member.state !== 'pending') throw new Failure('already_active')
    await resendActivation(app, userId)
  })
}
