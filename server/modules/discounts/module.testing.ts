import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { discountCode: { makeId: newId } },
  async things({ app }, at) {
    const [id, maker] = [newId(), await app.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()]
    await app.db
      .insertInto('discount_codes')
      .values({ id, event_id: at.event, code: 'VERANO', percent: 10, made_by: maker.id })
      .execute()
    return { discountCode: id }
  },
  requests: (of) => ({
    'POST /api/v1/events/{id}/discount-codes': {
      body: { code: 'NUEVO20', percent: 20, ticketTypeIds: [of.ticketType] },
    },
  }),
}
