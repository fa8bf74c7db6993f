/** Reads of requests to become an organizer. */
import { sql } from 'kysely'
import { maskDni, type getOnboardingInfo, type PhotoSide, type RequestState } from '#contract/companies/onboarding.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App, Core, Db } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { getSessionUser } from '#server/modules/accounts/session/queries.ts'
import { wireOrganization, type OrganizationKind } from './organization.ts'
import { DNI_LABEL } from './sealed.ts'

/** Columns of what the person sent. */
export const SENT = [
  'r.id',
  'r.state',
  'r.kind',
  'r.full_name as fullName',
  'r.mail as email',
  'r.phone as whatsapp',
  'r.province as provincia',
  'r.city as ciudad',
  'r.address as domicilio',
  'r.dni_sealed as dniSealed',
  'r.organization_name as organizationName',
  'r.legal_name as legalName',
  'r.cuit',
  'r.accepts_advertising as acceptAdvertising',
  'r.sent_at as sentAt',
  'r.decided_at as decidedAt',
  'r.reason',
] as const

interface SentRow {
  readonly state: string
  readonly kind: string
  readonly dniSealed: string
  readonly organizationName: string | null
  readonly legalName: string | null
  readonly cuit: string | null
}

/** A request as the wire has it. The whole DNI is for its own person alone. */
export function openSent<Row extends SentRow>({ vault }: Core, row: Row, { isOwn }: { readonly isOwn: boolean }) {
  const dni = vault.openText(DNI_LABEL, row.dniSealed)
  const { kind, dniSealed: _, organizationName, legalName, cuit, ...rest } = row
  const organization = { kind: kind as OrganizationKind, organizationName, legalName, cuit } // CHECK on the column
  return {
    ...rest,
    ...wireOrganization(organization),
    state: row.state as RequestState, // CHECK on the column
    dniNumber: isOwn ? dni : maskDni(dni),
  }
}

export async function findRequestState(db: Db, userId: string): Promise<RequestState | null> {
  const row = await db
    .selectFrom('organizer_requests')
    .select('state')
    .where('user_id', '=', userId)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.state as RequestState | undefined) ?? null // CHECK on the column
}

/** Whether the person is in a company, whatever its state. */
export async function isInCompany(app: Core, userId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('company_members')
    .select('company_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function getOnboarding(
  app: App,
  { actor: { userId, impersonatorId } }: Call<typeof getOnboardingInfo>,
): Promise<Answer<typeof getOnboardingInfo>> {
  const { requestStatus } = await getSessionUser(app, userId)
  const row = await app.db
    .selectFrom('organizer_requests as r')
    .select(SENT)
    .where('r.user_id', '=', userId)
    .orderBy('r.sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    requestStatus,
    request: row ? openSent(app, row, { isOwn: impersonatorId === null }) : null,
    maySend: row?.state !== 'pending' && !(await isInCompany(app, userId)),
  }
}

/** A decided request and the contacts of its person, while their account is active. */
export function findDecision(app: Core, id: string) {
  return app.db
    .selectFrom('organizer_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.name', 'u.mail', 'u.phone', 'r.state', 'r.reason'])
    .where('r.id', '=', id)
    .where('u.state', '=', 'active')
    .executeTakeFirst()
}

/** Reads whether a person's account is active and has a verified contact, and locks both until the transaction ends. */
export async function findPerson(app: Core, userId: string) {
  return app.db
    .selectFrom('users')
    .select(['state', sql<boolean>`accounts_has_verified_contact(mail_proved_at, phone_proved_at)`.as('isProved')])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow()
}

/** The sealed DNI of a request. */
export async function findDni(app: Core, requestId: string): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('organizer_requests')
    .select('dni_sealed as sealed')
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row?.sealed
}

/** A side's sealed photo, null once it was erased; undefined when there is no request of this id. */
export async function findPhoto(app: Core, requestId: string, side: PhotoSide): Promise<string | null | undefined> {
  const row = await app.db
    .selectFrom('organizer_request_photos')
    .select('photo_sealed as sealed')
    .where('request_id', '=', requestId)
    .where('side', '=', side)
    .executeTakeFirst()
  return row?.sealed
}
