import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { drinkVoucher: { makeId: newId } },
  async things({ app }, at) {
    const id = newId()
    await app.db
      .insertInto('drink_vouchers')
      .values({
        id,
        event_id: at.event,
        drink_id: at.drink,
        order_id: newId(),
        ticket_id: at.ticket,
        position: 1,
        price_cents: 800_000,
        fee_cents: 80_000,
      })
      .execute()
    return { drinkVoucher: id }
  },
  requests: () => ({
    'POST /api/v1/events/{id}/drink-vouchers': { body: { code: 'ABCD-EFGH' } },
    'POST /api/v1/drink-vouchers/{id}/redeem': { body: { code: 'ABCD-EFGH' } },
  }),
  opens: {
    servedEvent: { sibling: ['organizer'], foreign: [] },
    servedVoucher: { sibling: ['organizer'], foreign: [] },
  },
}
