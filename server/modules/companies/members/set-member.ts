/** Adds a person to a company, or changes what they are in it. */
import type { CompanyMember, setCompanyMember } from '#contract/companies/companies-members.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App, Tx } from '#server/context.ts'
import type { Call, WaitFor } from '#server/http/bound.ts'
import { takeMissQuota } from '#server/modules/accounts/contact/take-miss-quota.ts'
import { makePendingAccount } from '#server/modules/accounts/registration/make-pending-account.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnCompany } from '../act-on-company.ts'
import { insertMember, setMemberRole } from '../store.ts'
import { notifyMember } from './notify-member.ts'
import { findRole, getMember, hasOtherOwner, mayBeMember } from './queries.ts'

type Input = Pick<Call<typeof setCompanyMember>, 'actor' | 'proof' | 'body' | 'waitFor'>
type Wait = (waitFor: WaitFor) => Promise<void>

/**
 * Changes the role of a member who is named by id, or adds a person by name, phone and mail (a pending account when neither is
 * verified), and notifies them. Repeating it changes and sends nothing. Throws `owner_only`,
 * `last_owner`, `own_role`, `missing_person`, `invalid_phone`, `person_not_found`, `too_many_requests`.
 */
export async function setMember(app: App, input: Input): Promise<CompanyMember> {
  const { actor, proof: companyId, body, waitFor } = input
  let wait: Wait | null = null
  const act = { audit: 'company.set_member', by: ['owner'] } as const
  const member = await actOnCompany(app, actor, companyId, act, async (app, { record, unchanged }) => {
    const found = body.userId === undefined ? await findNamed(app, input) : { userId: body.userId, wait: null }
    const { userId } = found
    wait = found.wait
    if (userId === actor.userId) throw new Failure('own_role')
    const before = await findRole(app, companyId, userId)
    if (before === null && body.userId !== undefined) throw new Failure('person_not_found')
    if (before === body.role) return unchanged(await getMember(app, actor, { companyId, userId }))
    if (before === 'owner' && !(await hasOtherOwner(app, companyId, userId))) throw new Failure('last_owner')
    if (before === null) await add(app, actor, companyId, { userId, role: body.role, givenName: body.name ?? null })
    else await setMemberRole(app, companyId, userId, body.role)
    forgetSessions(app, userId)
    record({ ...(before && { before: { userId, role: before } }), after: { userId, role: body.role } })
    await notifyMember(app, { companyId, userId, act: before === null ? 'added' : 'changed' })
    return getMember(app, actor, { companyId, userId })
  })
  await (wait as Wait | null)?.(waitFor) // assigned in the transaction
  return member
}

/**
 * Finds a person by phone and mail, counted as any look-up. A phone does not reveal who administers or belongs to another company
 * (threat 4): such a person counts as no match, and the invitation waits for an owner of exactly these contacts.
 */
async function findNamed(app: Tx, { actor, proof: companyId, body: { name, phone, mail } }: Input) {
  if (!name || !phone || !mail) throw new Failure('missing_person')
  const mayBeMeant = async (userId: string) => userId === actor.userId || mayBeMember(app, companyId, userId)
  const { found, wait } = await takeMissQuota(app, actor, async () => {
    const { userId, isKnown } = await makePendingAccount(app, actor, { name, phone, mail }, { mayBeMeant })
    return { found: userId, isMiss: !isKnown }
  })
  return { userId: found, wait }
}

/** Refuses a person who joined another company at this moment, or whose waiting account did before. */
async function add(
  app: Tx,
  actor: Actor,
  companyId: Proof<'managedCompany'>,
  { userId, role, givenName }: { userId: string; role: Input['body']['role']; givenName: string | null },
): Promise<void> {
  const isNew = await insertMember(app, companyId, userId, role, { givenBy: actor.userId, givenTo: userId, givenName })
  if (!isNew) throw new Failure('person_not_found')
}
