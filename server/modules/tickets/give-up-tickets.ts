/** A holder leaves: their tickets end and their places are free again. */
import { sql } from 'kysely'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { lockPlaces, releasePlaces } from '#server/modules/stock/store.ts'

interface Given {
  readonly eventId: string
  readonly typeId: string
  readonly buyerId: string | null
  readonly isCourtesy: boolean
  readonly isUnproved: boolean
  readonly quantity: number
}

/**
 * Cancels every valid ticket that a person holds and frees its place, in one transaction; gives how many they were. Money is
 * not touched. Of this, a scan, a transfer and a refund at the same moment one wins. Doing it again does nothing.
 */
export async function giveUpTickets(app: App | Tx, holderId: string): Promise<number> {
  return inTransaction(app, async (app) => {
    const { rows } = await sql<Given>`
      select event_id as "eventId", type_id as "typeId", buyer_id as "buyerId", is_courtesy as "isCourtesy",
             is_unproved as "isUnproved", quantity
        from tickets_give_up(${holderId}::uuid)`.execute(app.db)
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
