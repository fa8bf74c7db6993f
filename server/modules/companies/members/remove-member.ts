/** Removes a member of a company: by an owner, or by themselves. */
import type { removeCompanyMember } from '#contract/companies/companies-members.ts'
import { COMPANY_ROLES, type CompanyRole } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnCompany } from '../act-on-company.ts'
import { deleteMember } from '../store.ts'
import { notifyMember } from './notify-member.ts'
import { findRole, hasOtherOwner } from './queries.ts'

/**
 * Ends their access within 5 seconds, and notifies them unless they left by themselves. Does nothing for a person who is no member.
 * Throws `owner_only` unless the actor is an owner or the member, and `last_owner`.
 */
export async function removeMember(
  app: App,
  { actor, proof: companyId, params: { userId } }: Call<typeof removeCompanyMember>,
): Promise<void> {
  const isSelf = userId === actor.userId
  const by: readonly CompanyRole[] = isSelf ? COMPANY_ROLES : ['owner']
  const act = { audit: 'company.remove_member', by }
  await actOnCompany(app, actor, companyId, act, async (app, { record, unchanged }) => {
    const role = await findRole(app, companyId, userId)
    if (role === null) return unchanged(undefined)
    if (role === 'owner' && !(await hasOtherOwner(app, companyId, userId))) throw new Failure('last_owner')
    await deleteMember(app, companyId, userId)
    forgetSessions(app, userId)
    record({ before: { userId, role } })
    if (!isSelf) await notifyMember(app, { companyId, userId, act: 'removed' })
  })
}
