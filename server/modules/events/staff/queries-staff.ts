/** The team of an event, and who may join it. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type { StaffKind } from '#contract/api/roles.ts'
import { maskName } from '#contract/values/phone.ts'
import type { getEventUsers, TeamMember } from '#contract/events/events-team.ts'
import type { App, Core } from '#server/context.ts'
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import type { ManagedEventId } from '../managing/queries-manage.ts'
import { maskContact } from '#server/modules/accounts/contact/mask-contact.ts'

/** The event and all people who work there, by name, with masked contacts. */
export async function getTeam(app: App, actor: Actor, id: ManagedEventId): Promise<Answer<typeof getEventUsers>> {
  const event = await app.db
    .selectFrom('events')
    .select(['id', 'name', 'starts_at as startDate'])
    .select(sql<boolean>`state in ('success', 'cancelled')`.as('isClosed'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await selectMembers(app, id).execute()
  // Ordered by the names that are shown: an order by hidden names would reveal them, letter by letter.
  const users = rows.map((row) => memberOf(row, actor)).toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
  return { event, users }
}

/** One person of a team, as the caller may see them; throws `person_not_found` when they are not of it. */
export async function getMember(
  app: Core,
  actor: Actor,
  { eventId, userId }: { eventId: string; userId: string },
): Promise<TeamMember> {
  const row = await selectMembers(app, eventId).where('u.id', '=', userId).executeTakeFirst()
  if (!row) throw new Failure('person_not_found')
  return memberOf(row, actor)
}

function selectMembers(app: Core, eventId: string) {
  return app.db
    .selectFrom('event_staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.event_id', '=', eventId)
    .where('u.state', '<>', 'deleted')
    .select(['u.id', 'u.name', 'u.name as username', 'u.mail', 'u.phone', 'u.profile_image_id as urlProfileImgId'])
    .select(['u.state', sql<string | null>`min(s.given_name)`.as('givenName')])
    .select(
      sql<TeamMember['assignments']>`json_agg(
        json_build_object('kind', s.kind, 'canScan', s.can_scan, 'assignedAt', s.created_at) order by s.kind)`.as(
        'assignments',
      ),
    )
    .groupBy('u.id')
    .orderBy('u.id')
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number]

/**
 * Whole for administrators and oneself alone: anybody's phone puts them on a team without being asked, and must not turn
 * into their mail or name, nor an id into them (rule R6.9; threat 4). Other callers read what was written of
 * people who were named, and half the name of people who were chosen, as a look-up gives it.
 */
function memberOf({ givenName, ...row }: MemberRow, actor: Actor): TeamMember {
  const isOpen = isAdministrator(actor) || row.id === actor.userId
  const name = isOpen ? row.name : (givenName ?? maskName(row.name))
  const member = {
    ...row,
    name,
    username: name,
    // A phone turns into no face (threat 4).
    urlProfileImgId: isOpen ? row.urlProfileImgId : null,
    state: row.state as TeamMember['state'], // CHECK on the column, deleted ones left out
    assignments: row.assignments.map((each) => ({ ...each, assignedAt: toInstant(each.assignedAt) })),
  }
  return maskContact(member, isOpen)
}

/**
 * Whether a person may be given work by this caller (rule R8.9): administrators can be assigned by no caller, and only a
 * god admin the people of another company. A blocked or deleted person is unknown: `person_not_found`; so is an
 * account that waits to be activated, unless the caller named its contacts just now (`isNamed`) or the company did before. The
 * caller's own person is `own_role`.
 */
export async function checkAssignable(
  app: Core,
  actor: Actor,
  { userId, companyId, isNamed = false }: { userId: string; companyId: string | null; isNamed?: boolean },
): Promise<void> {
  if (userId === actor.userId) throw new Failure('own_role')
  if (!(await isAssignable(app, actor, { userId, companyId, isNamed }))) throw new Failure('person_not_found')
}

export async function isAssignable(
  app: Core,
  actor: Actor,
  { userId, companyId, isNamed = false }: { userId: string; companyId: string | null; isNamed?: boolean },
): Promise<boolean> {
  const person = await app.db
    .selectFrom('users as u')
    .leftJoin('company_members as m', 'm.user_id', 'u.id')
    .select(['u.is_god_admin', 'u.is_admin', 'm.company_id'])
    .where('u.id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('u.state', '=', 'active'),
        // The maker of a pending account chose its contacts, so the company may mean it only when it named them itself.
        eb('u.state', '=', 'pending').and(isNamed ? sql<boolean>`true` : isOfTeam(companyId)),
      ]),
    )
    .executeTakeFirst()
  const theirs = person?.company_id ?? null
  const isOthers = theirs !== null && theirs !== companyId && !actor.roles.includes('godAdmin')
  return person !== undefined && !person.is_god_admin && !person.is_admin && !isOthers
}

/**
 * Whether a person who is chosen by their id may be given work at the event. They must have proved a contact, because others'
 * phone and mail can be written into an account. A pending account is bound to the contacts that the company named. A person
 * who works there already may be given less.
 */
export async function mayJoin(app: Core, eventId: string, userId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where(
      sql<boolean>`(u.state = 'pending' or accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at)
        or exists (select from event_staff s where s.event_id = ${eventId}::uuid and s.user_id = u.id))`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/** The invitations by phone and mail of the account that waited as `waitedId`: once an inviter and event, with what its notice says. */
export async function findInvitations(app: App, waitedId: string, holderId: string) {
  return app.db
    .selectFrom('event_staff')
    .select(['event_id as eventId', 'given_by as inviterId', sql<string>`min(given_name)`.as('givenName')])
    .where('user_id', '=', holderId)
    .where('given_to', '=', waitedId)
    .where('given_by', 'is not', null)
    .groupBy(['event_id', 'given_by'])
    .execute()
}

/** The contacts of an inviter, and the event; undefined when the inviter cannot be reached any more. */
export async function findInviter(app: App, { eventId, inviterId }: { eventId: string; inviterId: string }) {
  return app.db
    .selectFrom('users as g')
    .innerJoin('events as e', (join) => join.on('e.id', '=', eventId))
    .select(['g.name', 'e.name as eventName'])
    .select(reachedContacts('g', true))
    .where('g.id', '=', inviterId)
    .where('g.state', '=', 'active')
    .executeTakeFirst()
}

/** Whether the person (alias `u`) is on the team of one of the company's events. */
function isOfTeam(companyId: string | null) {
  return sql<boolean>`exists (select from event_staff s join events e on e.id = s.event_id
    where s.user_id = u.id and e.company_id = ${companyId}::uuid)`
}

/** Facts of a notice to a staff member; undefined when the person can no longer be reached. */
export async function findStaffNews(
  app: App,
  { eventId, userId, kind }: { eventId: string; userId: string; kind: StaffKind },
) {
  return app.db
    .selectFrom('users as u')
    .innerJoin('events as e', (join) => join.on('e.id', '=', eventId))
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['u.name', 'u.state', 'e.name as eventName', 'e.starts_at as startsAt'])
    .select(reachedContacts('u', false))
    .select(['e.venue_name as venueName', 'e.city', 'c.name as companyName'])
    .select(
      sql<boolean>`exists (
        select 1 from event_staff s where s.event_id = e.id and s.user_id = u.id and s.kind = ${kind})`.as('isOfTeam'),
    )
    .where('u.id', '=', userId)
    .where('u.state', 'in', ['active', 'pending'])
    .executeTakeFirst()
}
