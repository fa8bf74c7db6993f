/** The only SQL that writes promoters' settlements. */
import { sql } from 'kysely'
import type { Core, Tx } from '#server/context.ts'
import { insertRow } from '#server/db/rows.ts'

/** Holds a person's parts in an event until the transaction ends. */
export async function lockParts(app: Tx, eventId: string, promoterId: string): Promise<void> {
  await app.db
    .selectFrom('promos')
    .select('id')
    .where('event_id', '=', eventId)
    .where('promoter_id', '=', promoterId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export interface NewSettlement {
  readonly id: string
  readonly promoId: string
  readonly madeBy: string
  readonly owedCents: number
  readonly cashCents: number
  readonly countedCents: number
  readonly commissionCents: number
  readonly handedInCents: number
}

export function insertSettlement(app: Core, settlement: NewSettlement): Promise<void> {
  return insertRow(app.db, 'promoter_settlements', { ...settlement, state: 'proposed' })
}

/** Withdraws what is proposed to a promoter, for another. */
export async function withdrawOpen(app: Tx, promoId: string): Promise<void> {
  await sql`update promoter_settlements set state = 'withdrawn', ended_at = app_now()
    where promo_id = ${promoId} and state = 'proposed'`.execute(app.db)
}

/** Ends one that is proposed; false for one that has ended. */
export async function endSettlement(app: Tx, id: string, state: 'confirmed' | 'withdrawn'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update promoter_settlements set state = ${state}, ended_at = app_now() where id = ${id} and state = 'proposed'`.execute(
    app.db,
  )
  return numAffectedRows === 1n
}
