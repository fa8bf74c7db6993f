import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { drink: { makeId: newId } },
  async things({ app }, at) {
    const id = newId()
    const drink = { event_id: at.event, name: 'Fernet con cola', price_cents: 800_000 }
    await app.db
      .insertInto('drinks')
      .values([
        { ...drink, id, position: 1 },
        { ...drink, id: newId(), position: 2 },
      ])
      .execute()
    return { drink: id }
  },
  requests: () => ({
    'POST /api/v1/events/{id}/drinks': { body: { name: 'Agua', price: 2000 } },
    'PUT /api/v1/drinks/{drinkId}': { body: { name: 'Agua con gas' } },
  }),
  opens: {
    managedDrink: { sibling: ['organizer', 'god'], foreign: ['god'] },
    visibleDrink: { sibling: ['organizer', 'admin', 'god'], foreign: ['admin', 'god'] },
  },
  updates: ['drinks'],
  columns: { price: ['drinks.price_cents'] },
}
