/** Sends another activation link to a member of a company. */
import type { inviteCompanyMemberAgain } from '#contract/companies/companies-members.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { resendActivation } from '#server/modules/accounts/registration/activate-account.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnCompany } from '../act-on-company.ts'
import { getMember } from './queries.ts'

/**
 * Sends it by every channel that is open, within what strangers may send to a contact (`resendActivation`). Only a member's is
 * counted. Throws `owner_only`, `person_not_found`, `already_active`.
 */
export async function inviteMemberAgain(
  app: App,
  { actor, proof: companyId, params: { userId }, count }: Call<typeof inviteCompanyMemberAgain>,
): Promise<void> {
  await getMember(app, actor, { companyId, userId })
  await count()
  const act = { audit: 'company.invite_member_again', by: ['owner'], after: { userId } } as const
  await actOnCompany(app, actor, companyId, act, async (app) => {
    const { state } = await getMember(app, actor, { companyId, userId })
    if (state !== 'pending') throw new Failure('already_active')
    await resendActivation(app, userId)
  })
}
