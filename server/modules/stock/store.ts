/** The only SQL that writes stock, apart from the functions `stock_*` of the database. Later modules call it in their transactions. */
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'

/** Opens a type's stock with all its places free; its event gets a stock without a capacity when it has none yet. */
export async function createTypeStock(
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

/** Sets how many places a type has; throws `capacity_below_sold` when more are held, sold or given (rule R9.1). */
export async function resizeType(app: Core, typeId: string, capacity: number): Promise<void> {
  const updated = await app.db
    .updateTable('ticket_stock')
    .set({ capacity })
    .where('type_id', '=', typeId)
    .where(sql<boolean>`held + sold + courtesy <= ${capacity}`)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw new Failure('capacity_below_sold', { typeId })
}

/** Sets an event's own capacity, null for none beyond its types'; throws `capacity_below_sold` when more places are taken. */
export async function setEventCapacity(app: Core, eventId: string, capacity: number | null): Promise<void> {
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
  if (written.numInsertedOrUpdatedRows === 0n) throw new Failure('capacity_below_sold', { eventId })
}

/** Places of one type that one person takes or gives back. Without a buyer no person's counter changes. */
export interface Places {
  readonly eventId: string
  readonly buyerId: string | null
  readonly typeId: string
  readonly quantity: number
}

/**
 * Held places become sold ones. Call it in the transaction that ends the hold; each place was held by that order. `isUnproved`
 * says whether it was made by an account that had proved nothing.
 */
export async function confirmPlaces(app: Core, places: readonly Places[], isUnproved: boolean): Promise<void> {
  await sql`select stock_confirm(${places.map((place) => place.eventId)}::uuid[], ${places.map((place) => place.typeId)}::uuid[],
    ${places.map((place) => place.quantity)}::int[], ${isUnproved})`.execute(app.db)
}

/** Places of one type that were held and are sold. */
export interface ConfirmedPlaces extends Omit<Places, 'buyerId'> {
  readonly isUnproved: boolean
}

/** The statements that do the same for the places of several orders. The stock stays locked until their transaction ends. */
export function confirmedPlaces(places: readonly ConfirmedPlaces[]): RawBuilder<unknown>[] {
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

/** Waits for the orders of an event that are being written, and keeps others waiting until the transaction ends. */
export async function lockEventPlaces(app: Core, eventId: string): Promise<void> {
  await sql`select stock_lock('{}'::uuid[], ${[eventId]}::uuid[])`.execute(app.db)
}

/** Call it first where places of both kinds come back: all types, then all events, so that no order waits in a ring with it. */
export async function lockPlaces(app: Core, places: readonly Places[]): Promise<void> {
  if (places.length === 0) return
  await sql`select stock_lock(${places.map(({ typeId }) => typeId)}::uuid[],
    ${places.map(({ eventId }) => eventId)}::uuid[])`.execute(app.db)
}

/** Sold or given places that come back. */
export interface ReturnedPlaces extends Places {
  /** Had free of charge by somebody who had verified nothing (rule R9.5). */
  readonly isUnproved?: boolean
}

/**
 * Taken places become free again. Call it in the transaction of the update that ended the order or the tickets, for what that
 * update returned, so that each place comes back once (invariant I3).
 */
export async function releasePlaces(
  app: Core,
  places: readonly ReturnedPlaces[],
  from: 'sold' | 'courtesy',
): Promise<void> {
  if (places.length === 0) return
  await sql`select stock_release(${places.map((place) => place.eventId)}::uuid[], ${places.map((place) => place.buyerId)}::uuid[],
    ${places.map((place) => place.typeId)}::uuid[], ${places.map((place) => place.quantity)}::int[], ${from},
    ${places.map(({ isUnproved, quantity }) => (isUnproved ? quantity : 0))}::int[])`.execute(app.db)
}

export interface Issue {
  readonly eventId: string
  readonly buyerId: string | null
  readonly lines: readonly { readonly typeId: string; readonly quantity: number }[]
  readonly as: 'sold' | 'courtesy'
}

/** Takes free places at once, without a hold: all of them, or false when too few are left. The caller checks limits per person. */
export async function issuePlaces(app: Core, { eventId, buyerId, lines, as }: Issue): Promise<boolean> {
  const { rows } = await sql<{ issued: boolean }>`
    select stock_issue(${eventId}::uuid, ${buyerId}::uuid, ${lines.map((line) => line.typeId)}::uuid[],
      ${lines.map((line) => line.quantity)}::int[], ${as}) as issued`.execute(app.db)
  return rows[0]?.issued ?? false
}
