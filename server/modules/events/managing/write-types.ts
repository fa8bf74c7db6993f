/** Puts a change of an event's ticket types into effect, stock included. */
import type { Core } from '#server/context.ts'
import { createTypeStock, resizeType } from '#server/modules/stock/store.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { insertType, refreshPriceFrom, removeType, updateType } from '../store.ts'
import type { StoredType, TypeListChange } from './ticket-type-list.ts'

/**
 * Call it inside a transaction. Throws `ticket_type_in_use` for a removed type that has sales or holds and
 * `capacity_below_sold` for one made smaller than that.
 */
export async function writeTypes(
  app: Core,
  eventId: string,
  { added, changed, removed }: TypeListChange,
): Promise<void> {
  const resizes = [
    ...changed.map(({ type, fields }) => ({ type, capacity: fields.capacity ?? type.capacity, isRemoval: false })),
    ...removed.map((type) => ({ type, capacity: 0, isRemoval: true })),
  ]
  // Stock rows are locked by type id everywhere, so that an edit and a sale cannot wait for each other.
  for (const { type, capacity, isRemoval } of resizes.toSorted((a, b) => (a.type.id < b.type.id ? -1 : 1))) {
    if (isRemoval) await empty(app, type)
    else if (capacity !== type.capacity) await resizeType(app, type.id, capacity)
  }
  for (const { type, fields, place } of changed) {
    if (Object.keys(fields).length > 0 || place !== type.place) await updateType(app, type.id, fields, place)
  }
  for (const { id } of removed) await removeType(app, id)
  for (const { fields, position, place } of added) {
    const id = newId()
    await insertType(app, { id, eventId, fields, position, place })
    await createTypeStock(app, { typeId: id, eventId, capacity: fields.capacity })
  }
  await refreshPriceFrom(app, eventId)
}

async function empty(app: Core, { id, name }: StoredType): Promise<void> {
  try {
    await resizeType(app, id, 0)
  } catch (error) {
    if (isFailure(error, 'capacity_below_sold')) throw new Failure('ticket_type_in_use', { id, name })
    throw error
  }
}
