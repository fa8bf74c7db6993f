/** Somebody joins the team of an event. */
import type { ParsedInput } from '#contract/endpoint.ts'
import type { addEventStaff, TeamKind, TeamMember } from '#contract/people.ts'
import { inTransaction, type App } from '#server/context.ts'
import { makePendingAccount } from '#server/modules/accounts/make-pending-account.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { assignStaff } from './assign-staff.ts'
import type { ManagedEventId } from './queries-manage.ts'
import { checkAssignable, getMember } from './queries-staff.ts'
import { queueStaffNews } from './queue-staff-news.ts'
import { lockEvent, type EventRow } from './store.ts'

type NewMember = ParsedInput<typeof addEventStaff>['body']

/**
 * Assigns a person, by id or by name, phone and mail (a pending account when nobody proved either), and tells them; doing it
 * twice changes and says nothing more. Throws `event_state` when there is nothing left to do there, `missing_person`,
 * `invalid_phone`, `own_role`, `person_not_found` (see `checkAssignable`), `company_role_not_allowed`.
 */
export async function addStaff(app: App, actor: Actor, id: ManagedEventId, input: NewMember): Promise<TeamMember> {
  const { kind } = input
  const member = await inTransaction(app, async (app) => {
    const event = await lockEvent(app, id)
    refuseFinance(actor, event.company_id)
    refuseClosed(event, kind)
    // A refusal below takes the new account back with everything else.
    const isNamed = input.userId === undefined
    const userId = input.userId ?? (await makePendingAccount(app, actor, namedPerson(input))).userId
    await checkAssignable(app, actor, { userId, companyId: event.company_id, isNamed })
    const canScan = kind === 'SCANNER' ? input.canScan : false
    const { isNew } = await assignStaff(app, actor, { eventId: id, userId, kind, canScan })
    if (isNew) await queueStaffNews(app, { eventId: id, userId, kind, act: 'assigned' })
    return getMember(app, actor, { eventId: id, userId })
  })
  app.bus.publish('accounts.changed', member.id)
  return member
}

function namedPerson({ name, phone, mail }: NewMember) {
  if (!name || !phone || !mail) throw new Failure('missing_person')
  return { name, phone, mail }
}

/** A door may be manned until it closes, two days after the event; nothing is sold after its end. */
function refuseClosed(event: EventRow, kind: TeamKind): void {
  const isClosed = event.state === 'cancelled' || event.state === 'success'
  if (isClosed || (kind === 'RRPP' && event.is_expired)) throw new Failure('event_state')
}
