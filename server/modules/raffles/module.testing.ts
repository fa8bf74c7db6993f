import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { raffle: { makeId: newId } },
  async things({ app }, at) {
    const id = newId()
    await app.db
      .insertInto('raffles')
      .values({ id, event_id: at.event, prize: 'Una noche en el palco', rules: 'Gratis y sin compra.', winners: 2 })
      .execute()
    return { raffle: id }
  },
  requests: () => ({
    'POST /api/v1/events/{id}/raffles': { body: { prize: 'Dos remeras', winners: 2 } },
    'PUT /api/v1/raffles/{id}': { body: { prize: 'Tres remeras' } },
  }),
  opens: {
    managedRaffle: { sibling: ['organizer', 'god'], foreign: ['god'] },
    enterableRaffle: { sibling: [], foreign: [] },
    visibleRaffle: { sibling: ['organizer', 'admin', 'god'], foreign: ['admin', 'god'] },
  },
  updates: ['raffles'],
}
