import type * as contract from '#contract/events/drinks-managed.ts'
import { drinkImage } from '#contract/api/files.ts'
import { toCents } from '#contract/values/money.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { withImage } from '#server/modules/media/save-image.ts'
import { newId } from '#server/shared/ids.ts'
import { managedEventOfDrink } from './access.ts'
import { loadDrink } from './queries.ts'
import { drinkRows } from './store.ts'

/** Adds a drink at the end of the menu. Throws `too_many_drinks`. */
export function createDrink(app: App, { actor, proof: eventId, body, files }: Call<typeof contract.createDrink>) {
  const id = newId()
  const { price, ...fields } = body
  return withImage(app, files.image, drinkImage, (imageId) =>
    actOnEvent(app, actor, eventId, { audit: 'drink.create', object: ['drink', id], after: body }, async (app) => {
      await drinkRows.insert(app.db, { id, parentId: eventId }, { ...fields, imageId, priceCents: toCents(price) })
      return loadDrink(app, id)
    }),
  )
}

/** Changes the fields that are given; `position` moves the drink and renumbers the others. */
export function updateDrink(app: App, { actor, proof: id, body, files }: Call<typeof contract.updateDrink>) {
  const { price, ...fields } = body
  const priceCents = price === undefined ? undefined : toCents(price)
  return withImage(app, files.image, drinkImage, async (image) => {
    const parentId = await managedEventOfDrink(app, id)
    const act = { audit: 'drink.update', object: ['drink', id], after: body } as const
    return actOnEvent(app, actor, parentId, act, async (app) => {
      await drinkRows.update(app.db, { id, parentId }, { ...fields, priceCents, imageId: image ?? undefined })
      return loadDrink(app, id)
    })
  })
}

export async function deleteDrink(app: App, { actor, proof: id }: Call<typeof contract.deleteDrink>): Promise<void> {
  const parentId = await managedEventOfDrink(app, id)
  const act = { audit: 'drink.delete', object: ['drink', id] } as const
  await actOnEvent(app, actor, parentId, act, (app) => drinkRows.remove(app.db, { id, parentId }))
}
