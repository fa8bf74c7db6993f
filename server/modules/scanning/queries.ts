/** Reads for the door. */
import { sql } from 'kysely'
import { toLocalDate } from '#contract/values/dates.ts'
import type { AttendanceIndicators, ScannerEvent } from '#contract/sales/scanning.ts'
import type { App, Core } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'

/** Long enough for any company; a god admin sees the first of all. */
const MAX_EVENTS = 200

/**
 * The events that a person may scan now, the next one first: active, and not more than 2 days past (rule R13.4).
 * Assigned ones, the own company's, or every one for a god admin.
 */
export async function getScannerEvents(app: App, actor: Actor): Promise<ScannerEvent[]> {
  const assigned = actor.eventRoles.filter(({ kind }) => kind === 'SCANNER').map(({ eventId }) => eventId)
  const companyId = actor.companyRole === 'finance' ? null : actor.companyId
  const rows = await app.db
    .selectFrom('events as e')
    .select([
      'e.id',
      'e.number',
      'e.name',
      'e.description',
      'e.starts_at as startsAt',
      'e.venue_name as venueName',
      'e.address',
    ])
    .where('e.state', '=', 'active')
    .where(sql<boolean>`coalesce(app_now() <= door_closes_at(e.starts_at, e.ends_at), true)`)
    .$if(!actor.roles.includes('godAdmin'), (query) =>
      query.where(({ eb, or, and, exists, selectFrom }) =>
        or([
          companyId === null ? sql<boolean>`false` : eb('e.company_id', '=', companyId),
          and([
            eb('e.id', '=', sql<string>`any (${assigned}::uuid[])`),
            exists(
              selectFrom('event_staff as s')
                .select('s.event_id')
                .whereRef('s.event_id', '=', 'e.id')
                .where('s.user_id', '=', actor.userId)
                .where('s.kind', '=', 'SCANNER')
                .where('s.can_scan', '=', true),
            ),
          ]),
        ]),
      ),
    )
    .orderBy('e.starts_at', (order) => order.asc().nullsLast())
    .orderBy('e.id')
    .limit(MAX_EVENTS)
    .execute()
  return rows.map((row) => ({
    eventId: row.id,
    eventNumber: row.number,
    eventName: row.name,
    eventDescription: row.description,
    eventDate: row.startsAt && toLocalDate(row.startsAt),
    eventAddress: `${row.venueName}, ${row.address}`,
    startDate: row.startsAt,
    isActive: true,
  }))
}

const MINUTES = 15

interface AttendanceRow {
  readonly types: { readonly type: string; readonly total: number; readonly scanned: number }[] | null
  readonly minutes_admitted: number[] | null
}

/** Who has come, counted now: one statement over the event's tickets and the admissions of the last 15 minutes. */
export async function countAttendance(app: App, eventId: string): Promise<AttendanceIndicators> {
  const { rows } = await sql<AttendanceRow>`select * from scanning_attendance(${eventId}, ${MINUTES})`.execute(
    app.reserved.door,
  )
  const byType = rows[0]?.types ?? []
  const total = byType.reduce((sum, type) => sum + type.total, 0)
  const scanned = byType.reduce((sum, type) => sum + type.scanned, 0)
  return {
    total,
    scanned,
    notScanned: total - scanned,
    rate: total === 0 ? 0 : Math.round((scanned / total) * 1000) / 10,
    byType,
    lastMinutes: rows[0]?.minutes_admitted ?? Array.from({ length: MINUTES }, () => 0),
  }
}

/** Whether a token that opens no session belongs to an account that was blocked or deleted. */
export async function isOfClosedAccount(app: App, token: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.id')
    .where('s.token_hash', '=', hashToken(token))
    .where('u.state', 'in', ['blocked', 'deleted'])
    .executeTakeFirst()
  return row !== undefined
}

/** Whether anybody was let in to the event. */
export async function hasAdmitted({ db }: Core, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('scans')
    .select('id')
    .where('event_id', '=', eventId)
    .where('result', '=', 'admitted')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
