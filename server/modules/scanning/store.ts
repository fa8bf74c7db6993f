/** The only SQL that writes scans: the function that judges, admits and stores a batch of attempts. */
import { sql } from 'kysely'
import type { FailureCode } from '#contract/api/failures.ts'
import type { Db } from '#server/context.ts'
import type { Attempt } from './attempt.ts'

export interface JudgedAttempt extends Attempt {
  /** Becomes the id of the stored scan. */
  readonly scanId: string
  readonly scannerId: string
  /** Whether the person is a scanner or an organizer at all; what they may do at this event is read with the tickets. */
  readonly hasRole: boolean
  readonly ip: string
  readonly requestId: string
}

/** What became of one attempt. Without an event or a ticket, its fields are null. */
export interface Outcome {
  readonly scanId: string
  readonly result: 'admitted' | FailureCode
  readonly reason: string | null
  readonly scannedAt: string | null
  readonly scannedBy: string | null
  readonly ticketId: string | null
  readonly number: string | null
  readonly typeName: string | null
  readonly priceCents: number | null
  readonly position: number | null
  readonly ofTotal: number
  readonly eventId: string | null
  readonly eventName: string | null
  readonly minimumAge: number | null
  readonly opensAt: string | null
  readonly validUntil: string | null
  readonly holderId: string | null
  readonly holderName: string | null
  readonly holderMail: string | null
}

/** Judges a batch in one round trip and one transaction; answers in the order of the attempts. */
export async function admitAttempts(db: Db, attempts: readonly JudgedAttempt[]): Promise<Outcome[]> {
  const batch = JSON.stringify(attempts.map((attempt, item) => ({ item, ...attempt })))
  const { rows } = await sql<Outcome & { item: number }>`
    select item, scan_id as "scanId", result, reason, scanned_at as "scannedAt", scanned_by as "scannedBy",
           ticket_id as "ticketId", number, type_name as "typeName", price_cents as "priceCents", "position",
           of_total as "ofTotal", event_id as "eventId", event_name as "eventName", minimum_age as "minimumAge",
           opens_at as "opensAt", valid_until as "validUntil", holder_id as "holderId", holder_name as "holderName",
           holder_mail as "holderMail"
      from scanning_admit(${batch}) order by item`.execute(db)
  return rows
}
