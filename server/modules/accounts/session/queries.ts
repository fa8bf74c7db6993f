/** Reads about sessions, whose they are, and the devices that they were opened on. */
import { sql } from 'kysely'
import type { listSessions } from '#contract/accounts/accounts-credentials.ts'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { RequestState } from '#contract/companies/onboarding.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { toWireRole, type CompanyRole, type StaffKind } from '#contract/api/roles.ts'
import type { App, Core, Db } from '#server/context.ts'
import type { SessionActor } from '#server/http/authenticate.ts'
import { namesDevice, type Actor } from '#server/shared/actor.ts'
import { rolesOf } from '../roles/roles-of.ts'
import { deviceName } from './device-name.ts'

declare module '#server/module.ts' {
  interface Hooks {
    /** Where the last request of a person to become an organizer stands; null when they sent none. */
    findRequestState(db: Db, userId: string): Promise<RequestState | null>
    /** The WhatsApp of the commercial of a company's next event. */
    findCommercialNumber(db: Db, companyId: string): Promise<string | null>
  }
}

interface SessionRow {
  token_hash: Buffer
  session_id: string
  user_id: string
  name: string
  impersonator_id: string | null
  is_confirmed: boolean
  is_god_admin: boolean
  is_admin: boolean
  permission: string | null
  granted_roles: string[] | null
  membership: { companyId: string; role: CompanyRole } | null
  event_roles: { eventId: string; kind: StaffKind }[] | null
}

/** The live sessions behind token hashes, in their order; null where there is none. One query for the whole batch. */
export async function findSessions(db: Db, tokenHashes: readonly Buffer[]): Promise<(SessionActor | null)[]> {
  const { rows } = await sql<SessionRow>`select * from accounts_find_sessions(${tokenHashes})`.execute(db)
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('latin1'), actorOf(row)]))
  return tokenHashes.map((hash) => byHash.get(hash.toString('latin1')) ?? null)
}

function actorOf(row: SessionRow): SessionActor {
  const roles = rolesOf({
    isGodAdmin: row.is_god_admin,
    isAdmin: row.is_admin,
    permission: row.permission,
    grantedRoles: row.granted_roles ?? [],
    membership: row.membership,
    eventRoles: row.event_roles ?? [],
  })
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    name: row.name,
    roles,
    role: roles[0] ?? 'CLIENT',
    companyId: row.membership?.companyId ?? null,
    companyRole: row.membership?.role ?? null,
    eventRoles: row.event_roles ?? [],
    impersonatorId: row.impersonator_id,
    isConfirmed: row.is_confirmed,
  }
}

/** The current session user. */
export async function getSessionUser(app: Core, userId: string): Promise<SessionUser> {
  const row = await app.db
    .selectFrom('users as u')
    .leftJoin('company_members as m', 'm.user_id', 'u.id')
    .leftJoin('companies as c', 'c.id', 'm.company_id')
    .select(['u.id', 'u.name', 'u.mail', 'u.phone', 'u.gender', 'u.birth_date', 'u.accepts_advertising'])
    .select(['u.pending_mail', 'u.pending_phone', 'u.mail_proved_at', 'u.phone_proved_at'])
    .select(['u.mail_taken_at', 'u.phone_taken_at'])
    .select(['u.is_private_profile', 'u.profile_image_id', 'u.is_god_admin', 'u.is_admin', 'u.permission'])
    .select(['m.role as company_role', 'c.id as company_id', 'c.name as company_name', 'c.image_id as company_image'])
    .select(['c.description as company_description', 'c.state as company_state'])
    .select(sql<number | null>`extract(year from age(local_time(app_now())::date, u.birth_date))::int`.as('age'))
    .select((eb) => [
      eb
        .selectFrom('user_roles as r')
        .whereRef('r.user_id', '=', 'u.id')
        .select(sql<string[] | null>`array_agg(r.role)`.as('roles'))
        .as('granted_roles'),
      eb
        .selectFrom('event_staff as s')
        .whereRef('s.user_id', '=', 'u.id')
        .select(
          sql<SessionUser['eventRoles'] | null>`json_agg(json_build_object('eventId', s.event_id, 'kind', s.kind))`.as(
            'staff',
          ),
        )
        .as('event_roles'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const isMember = row.company_id !== null && row.company_state === 'approved'
  const eventRoles = row.event_roles ?? []
  const companyRole = isMember ? ((row.company_role ?? 'owner') as CompanyRole) : null // CHECK on the column
  const roles = rolesOf({
    isGodAdmin: row.is_god_admin,
    isAdmin: row.is_admin,
    permission: row.permission,
    grantedRoles: row.granted_roles ?? [],
    membership: companyRole && { companyId: row.company_id ?? '', role: companyRole },
    eventRoles,
  })
  return {
    id: row.id,
    username: row.name,
    name: row.name,
    mail: row.mail,
    phone: row.phone,
    pendingMail: row.pending_mail,
    pendingPhone: row.pending_phone,
    isMailProved: row.mail !== null && row.mail_proved_at !== null,
    isPhoneProved: row.phone !== null && row.phone_proved_at !== null,
    takenContacts: [...(row.mail_taken_at ? ['mail' as const] : []), ...(row.phone_taken_at ? ['phone' as const] : [])],
    gender: row.gender as SessionUser['gender'], // CHECK on the column
    birthDate: row.birth_date,
    age: row.age,
    acceptsAdvertising: row.accepts_advertising,
    isPrivateProfile: row.is_private_profile,
    urlProfileImgId: row.profile_image_id,
    role: toWireRole(roles[0] ?? 'CLIENT'),
    roles: [...new Set(roles.map(toWireRole))],
    eventRoles,
    companyId: isMember ? row.company_id : null,
    companyRole,
    company: isMember
      ? { name: row.company_name ?? '', imagen: row.company_image, descripcion: row.company_description }
      : null,
    requestStatus: await requestStatusOf(app, userId, row.company_state),
    commercialNumber: isMember ? await commercialNumberOf(app, row.company_id ?? '') : null,
    godAdmin: row.is_god_admin,
    permission: row.permission === 'legal' ? 'legal' : null,
  }
}

/** The company's state, else the last request's. Without either the wire says `approved` for the signed-up user (rule R5.14). */
async function requestStatusOf(
  { db, modules }: Core,
  userId: string,
  companyState: string | null,
): Promise<SessionUser['requestStatus']> {
  if (companyState !== null) {
    return companyState === 'blocked' ? 'rejected' : (companyState as SessionUser['requestStatus']) // CHECK on the column
  }
  for (const { hooks } of modules) {
    const state = await hooks?.findRequestState?.(db, userId)
    if (state) return state
  }
  return 'approved'
}

async function commercialNumberOf({ db, modules }: Core, companyId: string): Promise<string | null> {
  for (const { hooks } of modules) {
    const number = await hooks?.findCommercialNumber?.(db, companyId)
    if (number) return number
  }
  return null
}

/** Whether this device ever opened a session of this person: it may try again past the limit. */
export async function isKnownDevice(app: App, userId: string, device: string): Promise<boolean> {
  if (!namesDevice(device)) return false
  const row = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the sign-in data of the person with this phone (E.164), verified or not. */
export async function findBySignIn(app: App, phone: string) {
  return app.db
    .selectFrom('users')
    .select(['id', 'password_hash', 'state', 'is_god_admin', 'is_admin'])
    .where('phone', '=', phone)
    .where('state', 'in', ['active', 'blocked'])
    .executeTakeFirst()
}

/** The caller's own open sessions, the last one first; never those of a support agent on their account. */
export async function getSessions(app: App, actor: Actor): Promise<Answer<typeof listSessions>> {
  const rows = await app.db
    .selectFrom('sessions')
    .select(['id', 'agent', 'ip as address', 'created_at as startedAt', 'expires_at as expiresAt'])
    .where('user_id', '=', actor.userId)
    .where('impersonator_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`app_now()`)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return {
    sessions: rows.map(({ agent, ...row }) => ({
      ...row,
      device: deviceName(agent),
      isCurrent: row.id === actor.sessionId,
    })),
  }
}

/** Those of `devices` with a sign-in, as far as sessions are still kept. */
export async function findKnownDevices(db: Db, devices: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('device')
    .distinct()
    .where('device', 'in', [...devices])
    .execute()
  return new Set(rows.flatMap(({ device }) => device ?? []))
}

/** Whether anybody who proved a contact signed in on this device: any other may be invented, a throwaway account included. */
export async function isProvedDevice({ db }: Core, device: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.device', '=', device)
    .where(sql<boolean>`accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether the account is established: it proved a contact, and this device signed in to it a day ago or
 * earlier. An account that was made to have messages sent is neither.
 */
export async function isEstablished(app: App, userId: string, device: string): Promise<boolean> {
  const { rows } = await sql<{ is_established: boolean }>`
    select exists (
      select from users u join sessions s on s.user_id = u.id
       where u.id = ${userId} and accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at)
         and s.device = ${device} and s.created_at < app_now() - interval '1 day') as is_established`.execute(app.db)
  return rows[0]?.is_established === true
}
