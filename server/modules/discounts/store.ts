/** Writes of discount codes; the SQL functions `discounts_*` count their uses. */
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

export interface NewDiscountCode {
  readonly id: string
  readonly eventId: string
  readonly code: string
  readonly percent: number | null
  readonly amountCents: number | null
  readonly typeIds: readonly string[] | null
  readonly maxUses: number | null
  readonly perPersonLimit: number | null
  readonly startsAt: string | null
  readonly endsAt: string | null
  readonly madeBy: string
}

/** Breaks `discount_codes_active` when the event has an active code of that name. */
export async function insertDiscountCode(db: Db, code: NewDiscountCode): Promise<void> {
  await db
    .insertInto('discount_codes')
    .values({
      id: code.id,
      event_id: code.eventId,
      code: code.code,
      percent: code.percent,
      amount_cents: code.amountCents,
      type_ids: code.typeIds && [...code.typeIds],
      max_uses: code.maxUses,
      per_person_limit: code.perPersonLimit,
      starts_at: code.startsAt,
      ends_at: code.endsAt,
      made_by: code.madeBy,
    })
    .execute()
}

/** Returns false when it was stopped before. */
export async function markStopped(db: Db, id: string, by: string): Promise<boolean> {
  const updated = await db
    .updateTable('discount_codes')
    .set({ stopped_at: sql`app_now()`, stopped_by: by })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
