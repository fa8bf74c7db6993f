/** The people of a company, and who may join them. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import { COMPANY_ROLES, type CompanyRole } from '#contract/api/roles.ts'
import type { CompanyMember, listCompanyMembers } from '#contract/companies/companies-members.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { maskContact } from '#server/modules/accounts/contact/mask-contact.ts'
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { requireOwnerOrGod } from '../access.ts'

/** The name that the inviter typed: a phone must not reveal its owner's name (threat 4). */
const shownName = sql<string>`coalesce(m.given_name, u.name)`

function selectMembers(app: Core, companyId: string) {
  return app.db
    .selectFrom('company_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', companyId)
    .where('u.state', '<>', 'deleted')
    .select(['u.id', 'u.name', 'u.mail', 'u.phone', 'u.state', 'u.profile_image_id as urlProfileImgId'])
    .select(['m.role', 'm.created_at as since', shownName.as('shownName'), 'm.given_name as givenName'])
}
type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number]

/** Administrators and the member see everything; others see masked contacts, and of an invited member neither own name nor picture (rule R6.9, threat 4). */
function memberOf({ givenName, shownName, ...row }: MemberRow, actor: Actor): CompanyMember {
  const isOpen = isAdministrator(actor) || row.id === actor.userId
  const name = isOpen ? row.name : shownName
  const member = {
    ...row,
    name,
    username: name,
    urlProfileImgId: isOpen || givenName === null ? row.urlProfileImgId : null,
    state: row.state as CompanyMember['state'], // CHECK on the column, deleted ones left out
    role: row.role as CompanyRole, // CHECK on the column
  }
  return maskContact(member, isOpen)
}

/** Throws `owner_only`. */
export function listMembers(
  app: App,
  { actor, proof: companyId, query }: Call<typeof listCompanyMembers>,
): Promise<Answer<typeof listCompanyMembers>> {
  requireOwnerOrGod(actor, companyId)
  return pageOf(selectMembers(app, companyId), query, {
    rows: 'members',
    id: 'u.id',
    sort: {
      role: sql`array_position(${[...COMPANY_ROLES]}::text[], m.role)`,
      name: sql`plain_text(${shownName})`,
      since: 'm.created_at',
    },
    map: (row) => memberOf(row, actor),
  })
}

/** Throws `owner_only`, and `person_not_found` for a person who is no member. */
export async function getMember(
  app: Core,
  actor: Actor,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<CompanyMember> {
  requireOwnerOrGod(actor, companyId)
  const row = await selectMembers(app, companyId).where('u.id', '=', userId).executeTakeFirst()
  if (!row) throw new Failure('person_not_found')
  return memberOf(row, actor)
}

export async function findRole(app: Core, companyId: string, userId: string): Promise<CompanyRole | null> {
  const row = await app.db
    .selectFrom('company_members')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? (row.role as CompanyRole) : null // CHECK on the column
}

export async function hasOtherOwner(app: Core, companyId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select companies_has_other_owner(${companyId}::uuid, ${userId}::uuid) as has`.execute(app.db)
  return rows[0]?.has === true
}

/** Whether a person may be a member: not of another company nor of the platform's team. */
export async function mayBeMember(app: Core, companyId: string, userId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('users as u')
    .leftJoin('company_members as m', 'm.user_id', 'u.id')
    .select('u.id')
    .where('u.id', '=', userId)
    .where('u.state', '=', 'active')
    .where('u.is_god_admin', '=', false)
    .where('u.is_admin', '=', false)
    .where((eb) => eb.or([eb('m.company_id', 'is', null), eb('m.company_id', '=', companyId)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Facts of a notice about a membership; undefined when the person can no longer be reached. */
export async function findMemberNews(app: App, { companyId, userId }: { companyId: string; userId: string }) {
  return app.db
    .selectFrom('users as u')
    .innerJoin('companies as c', (join) => join.on('c.id', '=', companyId))
    .leftJoin('company_members as m', (join) => join.onRef('m.user_id', '=', 'u.id').onRef('m.company_id', '=', 'c.id'))
    .select(['u.name', 'u.state', 'c.name as companyName', 'm.role'])
    .select(reachedContacts('u', false))
    .where('u.id', '=', userId)
    .where('u.state', 'in', ['active', 'pending'])
    .executeTakeFirst()
}

/** The invitation sent to the pending account `waitedId`, now the membership of `holderId`. */
export async function findInvitation(app: App, waitedId: string, holderId: string) {
  return app.db
    .selectFrom('company_members')
    .select(['company_id as companyId', 'given_by as inviterId', 'given_name as givenName'])
    .where('user_id', '=', holderId)
    .where('given_to', '=', waitedId)
    .where('given_by', 'is not', null)
    .executeTakeFirst()
}

/** The contacts of an inviter who is still a member. */
export async function findMemberInviter(app: App, { companyId, inviterId }: { companyId: string; inviterId: string }) {
  return app.db
    .selectFrom('users as g')
    .innerJoin('company_members as m', 'm.user_id', 'g.id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['g.name', 'c.name as companyName'])
    .select(reachedContacts('g', true))
    .where('g.id', '=', inviterId)
    .where('g.state', '=', 'active')
    .where('m.company_id', '=', companyId)
    .executeTakeFirst()
}
