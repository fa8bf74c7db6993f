/** The only SQL that writes discount codes, beside the functions `discounts_*` of the database. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

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

/** Throws on `discount_codes_standing` when the event has one of that name which was not stopped. */
export async function insertDiscountCode(app: Core, code: NewDiscountCode): Promise<void> {
  await app.db
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

/** False when it was stopped before. */
export async function setStopped(app: Core, id: string, by: string): Promise<boolean> {
  const updated = await app.db
    .updateTable('discount_codes')
    .set({ stopped_at: sql`app_now()`, stopped_by: by })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
