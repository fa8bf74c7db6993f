/** The only SQL that writes requests to become an organizer. */
import { sql } from 'kysely'
import { PHOTO_DAYS, type PhotoSide, type RequestState } from '#contract/companies/onboarding.ts'
import type { App, Core } from '#server/context.ts'
import { insertRow, updateRows, type RowFields } from '#server/db/rows.ts'

/** Adds a request; a second open one violates `organizer_requests_open`. */
export function insertRequest(app: Core, request: RowFields<'organizer_requests'>): Promise<void> {
  return insertRow(app.db, 'organizer_requests', request)
}

export function insertPhoto(app: Core, requestId: string, side: PhotoSide, photoSealed: string): Promise<void> {
  return insertRow(app.db, 'organizer_request_photos', { requestId, side, photoSealed })
}

export interface LockedRequest {
  readonly state: RequestState
  readonly userId: string
  readonly fullName: string
  readonly organizationName: string | null
}

/** Locks it until the transaction ends. */
export async function lockRequest(app: Core, id: string): Promise<LockedRequest | undefined> {
  const row = await app.db
    .selectFrom('organizer_requests')
    .select(['state', 'user_id as userId', 'full_name as fullName', 'organization_name as organizationName'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as LockedRequest | undefined // CHECK on the column
}

interface Decided {
  readonly state: RequestState
  readonly decidedBy: string
  readonly reason: string | null
  readonly companyId: string | null
}

export async function recordDecision(app: Core, id: string, decided: Decided): Promise<void> {
  await updateRows(app.db, 'organizer_requests', { id }, { ...decided, decidedAt: sql`app_now()` })
}

/** The job `onboarding.erase-photos`. */
export async function eraseDecidedPhotos(app: App): Promise<void> {
  const { numAffectedRows } = await sql`
    update organizer_request_photos p set photo_sealed = null, erased_at = app_now()
      from organizer_requests r
     where r.id = p.request_id and p.erased_at is null
       and r.decided_at <= app_now() - make_interval(days => ${PHOTO_DAYS})`.execute(app.db)
  if (numAffectedRows) app.log.info({ photos: Number(numAffectedRows) }, 'ID photos of decided requests erased')
}

/** Erases the requests of a closed account with their photos. Idempotent. */
export async function eraseRequests(app: App, userId: string): Promise<void> {
  await app.db.deleteFrom('organizer_requests').where('user_id', '=', userId).execute()
}
