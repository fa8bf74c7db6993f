/** The only SQL that writes stock, beside the functions `stock_*` of the database. */
import { sql, type RawBuilder } from 'kysely'
import type { App, Core } from '#server/context.ts'

export async function insertTypeStock(
  app: Core,
  stock: { typeId: string; eventId: string; capacity: number },
): Promise<void> {
  await app.db
    .insertInto('ticket_stock')
    .values({ type_id: stock.typeId, event_id: stock.eventId, capacity: stock.capacity })
    .execute()
  await app.db
    .insertInto('event_stock')
    .values({ event_id: stock.eventId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False when more than `capacity` places are taken. */
export async function updateTypeCapacity(app: Core, typeId: string, capacity: number): Promise<boolean> {
  const updated = await app.db
    .updateTable('ticket_stock')
    .set({ capacity })
    .where('type_id', '=', typeId)
    .where(sql<boolean>`held + sold + courtesy <= ${capacity}`)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** False when more than `capacity` places are taken; null binds nothing. */
export async function upsertEventCapacity(app: Core, eventId: string, capacity: number | null): Promise<boolean> {
  const written = await app.db
    .insertInto('event_stock')
    .values({ event_id: eventId, capacity })
    .onConflict((conflict) =>
      conflict
        .column('event_id')
        .doUpdateSet({ capacity })
        .where(sql<boolean>`${capacity}::int is null or event_stock.taken <= ${capacity}::int`),
    )
    .executeTakeFirst()
  return written.numInsertedOrUpdatedRows === 1n
}

/** Places of one type that one person takes or gives back. Without a buyer no person's counter changes. */
export interface Places {
  readonly eventId: string
  readonly buyerId: string | null
  readonly typeId: string
  readonly quantity: number
}

export async function confirmHeld(app: Core, places: readonly Places[], isUnproved: boolean): Promise<void> {
  await sql`select stock_confirm(${places.map((place) => place.eventId)}::uuid[], ${places.map((place) => place.typeId)}::uuid[],
    ${places.map((place) => place.quantity)}::int[], ${isUnproved})`.execute(app.db)
}

/** Places of one type that were held and are sold. */
export interface ConfirmedPlaces extends Omit<Places, 'buyerId'> {
  readonly isUnproved: boolean
}

export function confirmHeldTogether(places: readonly ConfirmedPlaces[]): RawBuilder<unknown>[] {
  const changes = [...Map.groupBy(places, ({ typeId }) => typeId).values()].flatMap((ofType) => {
    const [first] = ofType
    const sum = (some: typeof ofType) => some.reduce((total, { quantity }) => total + quantity, 0)
    return first
      ? [{ ...first, quantity: sum(ofType), unproved: sum(ofType.filter(({ isUnproved }) => isUnproved)) }]
      : []
  })
  const [eventIds, typeIds] = [changes.map(({ eventId }) => eventId), changes.map(({ typeId }) => typeId)]
  return [
    sql`select stock_lock(${typeIds}::uuid[], ${eventIds}::uuid[])`,
    sql`select stock_move(${eventIds}::uuid[], ${changes.map(() => null)}::uuid[], ${typeIds}::uuid[],
      ${changes.map(({ quantity }) => -quantity)}::int[], ${changes.map(({ quantity }) => quantity)}::int[],
      ${changes.map(() => 0)}::int[], ${changes.map(({ unproved }) => -unproved)}::int[])`,
  ]
}

/** The stock of these types and events, as `stock_lock` does. */
export async function lockStock(app: Core, places: readonly Places[]): Promise<void> {
  await sql`select stock_lock(${places.map(({ typeId }) => typeId)}::uuid[],
    ${places.map(({ eventId }) => eventId)}::uuid[])`.execute(app.db)
}

export async function releaseTaken(app: Core, places: readonly Places[], from: 'sold' | 'courtesy'): Promise<void> {
  await sql`select stock_release(${places.map((place) => place.eventId)}::uuid[], ${places.map((place) => place.buyerId)}::uuid[],
    ${places.map((place) => place.typeId)}::uuid[], ${places.map((place) => place.quantity)}::int[], ${from})`.execute(
    app.db,
  )
}

export interface Issue {
  readonly eventId: string
  readonly buyerId: string | null
  readonly lines: readonly { readonly typeId: string; readonly quantity: number }[]
  readonly as: 'sold' | 'courtesy'
}

export async function issueFree(app: App, { eventId, buyerId, lines, as }: Issue): Promise<boolean> {
  const { rows } = await sql<{ issued: boolean }>`
    select stock_issue(${eventId}::uuid, ${buyerId}::uuid, ${lines.map((line) => line.typeId)}::uuid[],
      ${lines.map((line) => line.quantity)}::int[], ${as}) as issued`.execute(app.db)
  return rows[0]?.issued ?? false
}
