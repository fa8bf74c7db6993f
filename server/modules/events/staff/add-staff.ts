/** Adds a person to the team of an event. */
import type { ParsedInput } from '#contract/api/endpoint.ts'
import type { addEventStaff, TeamKind, TeamMember } from '#contract/events/events-team.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { takeMissQuota } from '#server/modules/accounts/contact/take-miss-quota.ts'
import { makePendingAccount, type NamedPerson } from '#server/modules/accounts/registration/make-pending-account.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { WaitFor } from '#server/http/bound.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { assignStaff } from './assign-staff.ts'
import type { ManagedEventId } from '../managing/queries-manage.ts'
import { checkAssignable, getMember, isAssignable, mayJoin } from './queries-staff.ts'
import { notifyStaff } from './notify-staff.ts'
import { lockEvent, type EventRow } from '../store.ts'

type NewMember = ParsedInput<typeof addEventStaff>['body']

/**
 * Assigns a person, by id or by name, phone and mail (a pending account when neither is verified), and notifies them. A second
 * time changes and sends nothing. An account that is chosen by its id must have proved a contact, because a list shows
 * names, phones and mails that anybody may have written. Throws `event_state` when there is nothing left to do there, `missing_person`,
 * `invalid_phone`, `own_role`, `person_not_found` (see `checkAssignable`), `person_unproved`, `too_many_requests`,
 * `company_role_not_allowed`.
 */
export async function addStaff(
  app: App,
  actor: Actor,
  id: ManagedEventId,
  input: NewMember,
  waitFor: WaitFor,
): Promise<TeamMember> {
  const { kind } = input
  const { member, wait } = await inTransaction(app, async (app) => {
    const event = await lockEvent(app, id)
    refuseFinance(actor, event.company_id)
    refuseClosed(event, kind)
    // A refusal below takes the new account back with everything else.
    const named = input.userId === undefined ? namedPerson(input) : null
    const { found: userId, wait } = named
      ? await findNamed(app, actor, named, event.company_id)
      : { found: input.userId ?? '', wait: null }
    await checkAssignable(app, actor, { userId, companyId: event.company_id, isNamed: named !== null })
    if (!named && !(await mayJoin(app, id, userId))) throw new Failure('person_unproved')
    const canScan = kind === 'SCANNER' ? input.canScan : false
    const assignment = { eventId: id, userId, kind, canScan, givenName: named?.name ?? null }
    const { isNew } = await assignStaff(app, actor, assignment)
    if (isNew) await notifyStaff(app, { eventId: id, userId, kind, act: 'assigned' })
    return { member: await getMember(app, actor, { eventId: id, userId }), wait }
  })
  await wait?.(waitFor)
  return member
}

/**
 * Finds a person by phone and mail. Without a match, it counts as any other look-up that finds no account. A person to
 * whom this caller may give no work counts as no match too, and the invitation waits: a phone does not reveal who
 * administers or belongs to another company (threat 4). Administrators get the refusal, as by an id.
 */
async function findNamed(app: App | Tx, actor: Actor, person: NamedPerson, companyId: string | null) {
  const mayBeMeant = async (userId: string) =>
    userId === actor.userId || isAdministrator(actor) || isAssignable(app, actor, { userId, companyId })
  return takeMissQuota(app, actor, async () => {
    const { userId, isKnown } = await makePendingAccount(app, actor, person, { mayBeMeant })
    return { found: userId, isMiss: !isKnown }
  })
}

function namedPerson({ name, phone, mail }: NewMember): NamedPerson {
  if (!name || !phone || !mail) throw new Failure('missing_person')
  return { name, phone, mail }
}

/** A door may be manned until it closes, two days after the event; nothing is sold after its end. */
function refuseClosed(event: EventRow, kind: TeamKind): void {
  const isClosed = event.state === 'cancelled' || event.state === 'success'
  if (isClosed || (kind === 'RRPP' && event.is_expired)) throw new Failure('event_state')
}
