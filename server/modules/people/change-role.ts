/** Roles given and taken, from the list of users. */
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import { TEAM_KINDS } from '#contract/events/events-team.ts'
import { type changeRole as changeRoleEndpoint } from '#contract/accounts/people.ts'
import type { App } from '#server/context.ts'
import type { WaitFor } from '#server/http/bound.ts'
import { grantRole } from '#server/modules/accounts/roles/grant-role.ts'
import { hasProvedContact } from '#server/modules/accounts/contact/queries.ts'
import { rules } from '#server/modules/events/access.ts'
import { addStaff } from '#server/modules/events/staff/add-staff.ts'
import { dismissCommercial } from '#server/modules/events/staff/dismiss-commercial.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { checkAssignable } from '#server/modules/events/staff/queries-staff.ts'
import { removeStaff } from '#server/modules/events/staff/remove-staff.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { findAssignable } from './assignable-roles.ts'

type Input = ParsedInput<typeof changeRoleEndpoint>['body']

/**
 * Gives or takes one role (rule R8.9): an organizer only RRPP and SCANNER at own events, not to people of another
 * company, no administrator, not to themselves; a god admin also COMERCIAL. A taken COMERCIAL ends the person's sessions; of
 * RRPP and SCANNER only the right ends, and a given one counts, in those that are open. Throws `role_not_assignable`, `person_unproved` (of who proved no contact, also by a god admin, who picks an account and not a contact), `event_required`, `event_not_found`, `own_role`,
 * `person_not_found`, `event_state`, `company_role_not_allowed`.
 */
export async function changeRole(
  app: App,
  actor: Actor,
  input: Input,
  waitFor: WaitFor,
): Promise<Answer<typeof changeRoleEndpoint>> {
  const { userId, roleId, action } = input
  const isGranted = action === 'grant'
  // The person's other roles, such as commercial of another company's event, must not count here.
  const as = { ...actor, roles: actor.roles.filter((role) => role === 'ORGANIZATOR' || role === 'godAdmin') }
  const role = findAssignable(as.roles, roleId)
  if (!role) throw new Failure('role_not_assignable')
  const kind = TEAM_KINDS.find((each) => each === roleId)
  if (!kind) {
    await checkAssignable(app, as, { userId, companyId: null })
    // Anybody may have written the phone by which they were found.
    if (isGranted && !(await hasProvedContact(app, userId))) throw new Failure('person_unproved')
    if (isGranted) await grantRole(app, actor, { userId, role: 'COMERCIAL' })
    else await dismissCommercial(app, actor, userId)
    return { userId, roleId, eventId: null, isGranted }
  }
  if (!input.eventId) throw new Failure('event_required')
  const eventId = (await rules.managedEvent(app, as, input.eventId, { query: undefined })) as ManagedEventId // the rule's proof
  if (isGranted) {
    await addStaff(app, as, eventId, { userId, kind }, waitFor)
  } else {
    await checkAssignable(app, as, { userId, companyId: actor.companyId })
    await removeStaff(app, as, eventId, { userId, kind })
  }
  return { userId, roleId, eventId, isGranted }
}
