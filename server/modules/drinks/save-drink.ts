import * as contract from '#contract/drinks.ts'
import { drinkImage } from '#contract/files.ts'
import { toCents } from '#contract/money.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { withImage } from '#server/modules/media/save-image.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { managedEventOf } from './access.ts'
import { countDrinks, loadDrink } from './queries.ts'
import { drinkRows, placeDrink } from './store.ts'

/** Adds a drink at the end of the menu. Throws `too_many_drinks`. */
export function createDrink(app: App, { actor, proof: eventId, body, files }: Call<typeof contract.createDrink>) {
  const id = newId()
  const { price, ...fields } = body
  return withImage(app, files.image, drinkImage, (imageId) =>
    actOnEvent(app, actor, eventId, { audit: 'drink.create', object: ['drink', id], after: body }, async (app) => {
      const count = await countDrinks(app, eventId)
      if (count >= contract.MAX_DRINKS) throw new Failure('too_many_drinks')
      const row = { ...fields, imageId, priceCents: toCents(price), position: count + 1 }
      await drinkRows.insert(app.db, { id, parentId: eventId }, row)
      return loadDrink(app, id)
    }),
  )
}

/** Changes the fields that are given; `position` moves the drink and renumbers the others. */
export function updateDrink(app: App, { actor, proof: id, body, files }: Call<typeof contract.updateDrink>) {
  return withImage(app, files.image, drinkImage, async (imageId) => {
    const eventId = await managedEventOf(app, id)
    return actOnEvent(
      app,
      actor,
      eventId,
      { audit: 'drink.update', object: ['drink', id], after: body },
      async (app) => {
        const { price, position, ...fields } = body
        const change = {
          ...fields,
          imageId: imageId ?? undefined,
          priceCents: price === undefined ? price : toCents(price),
        }
        if (!(await drinkRows.update(app.db, { id, parentId: eventId }, change))) throw new Failure('drink_not_found')
        if (position !== undefined) await placeDrink(app.db, eventId, id, position)
        return loadDrink(app, id)
      },
    )
  })
}

export async function deleteDrink(app: App, { actor, proof: id }: Call<typeof contract.deleteDrink>): Promise<void> {
  const eventId = await managedEventOf(app, id)
  await actOnEvent(app, actor, eventId, { audit: 'drink.delete', object: ['drink', id] }, async (app) => {
    if (!(await drinkRows.remove(app.db, { id, parentId: eventId }))) throw new Failure('drink_not_found')
    await placeDrink(app.db, eventId, null, 1)
  })
}
