/** Decides a request to become an organizer. */
import type { RequestState } from '#contract/companies/onboarding.ts'
import type { Decision, decideOrganizerRequest, OrganizerRequest } from '#contract/companies/onboarding-requests.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { createCompany } from '#server/modules/companies/create-company.ts'
import { Failure } from '#server/shared/failure.ts'
import { notifyDecision } from './notify-decision.ts'
import { getOrganizerRequest } from './queries-requests.ts'
import { findPerson } from './queries.ts'
import { lockRequest, recordDecision } from './store.ts'

const STATES: Readonly<Record<Decision, RequestState>> = {
  approve: 'approved',
  needs_changes: 'needs_changes',
  reject: 'rejected',
}

/**
 * Decides it once (rule R7.10). An approval creates the company with the person as its owner: their sessions may organize within
 * 5 seconds. Throws `organizer_request_not_found`, `organizer_request_decided`, and for an approval `person_unproved` and
 * `already_organizer`.
 */
export async function decideRequest(
  app: App,
  { actor, params: { id }, body }: Call<typeof decideOrganizerRequest>,
): Promise<OrganizerRequest> {
  const state = STATES[body.decision]
  const reason = body.reason || null
  await inTransaction(app, async (app) => {
    const request = await lockRequest(app, id)
    if (!request) throw new Failure('organizer_request_not_found')
    if (request.state !== 'pending') throw new Failure('organizer_request_decided')
    const { userId, organizationName, fullName } = request
    let companyId: string | null = null
    if (state === 'approved') {
      const person = await findPerson(app, userId)
      if (person.state !== 'active' || !person.isProved) throw new Failure('person_unproved')
      const company = { name: organizationName ?? fullName, ownerId: userId, state: 'approved' } as const
      companyId = (await createCompany(app, actor, company)).id
    }
    await recordDecision(app, id, { state, decidedBy: actor.userId, reason, companyId })
    await audit(app, actor, 'organizer_request.decide', ['organizer_request', id], {
      before: { state: 'pending' },
      after: { state, companyId },
    })
    forgetSessions(app, userId)
    await notifyDecision(app, id)
  })
  return getOrganizerRequest(app, id)
}
