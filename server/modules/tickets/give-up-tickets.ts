/** A holder leaves: their tickets end and their places are free again. */
import { sql } from 'kysely'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { lockPlaces, releasePlaces } from '#server/modules/stock/store.ts'

interface Given {
  readonly eventId: string
  readonly typeId: string
  readonly buyerId: string | null
  readonly isCourtesy: boolean
  /** The order of tickets that cost nothing. */
  readonly freeOrderId: string | null
  readonly quantity: number
}

/**
 * Cancels every valid ticket that a person holds and frees its place, in one transaction; gives how many they were. Money is
 * not touched. Of this, a scan, a transfer and a refund at the same moment one wins. Doing it again does nothing.
 */
export async function giveUpTickets(app: App | Tx, holderId: string): Promise<number> {
  return inTransaction(app, async (app) => {
    const { rows: given } = await sql<Given>`
      select event_id as "eventId", type_id as "typeId", buyer_id as "buyerId", is_courtesy as "isCourtesy",
             free_order_id as "freeOrderId", quantity
        from tickets_give_up(${holderId}::uuid)`.execute(app.db)
    const unproved = await unprovedOf(
      app,
      given.flatMap(({ freeOrderId }) => freeOrderId ?? []),
    )
    const rows = given.map((row) => ({ ...row, isUnproved: row.freeOrderId !== null && unproved.has(row.freeOrderId) }))
    await lockPlaces(app, rows)
    const courtesies = rows.filter(({ isCourtesy }) => isCourtesy)
    await releasePlaces(
      app,
      rows.filter((row) => !courtesies.includes(row)),
      'sold',
    )
    await releasePlaces(app, courtesies, 'courtesy')
    return rows.reduce((total, { quantity }) => total + quantity, 0)
  })
}

async function unprovedOf(app: Tx, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  if (orderIds.length === 0) return found
  for (const { hooks } of app.modules) {
    for (const id of (await hooks?.listUnproved?.(app.db, orderIds)) ?? []) found.add(id)
  }
  return found
}
