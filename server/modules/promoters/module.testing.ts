import type { Samples } from '#server/testing/samples.ts'
import { ensurePromo } from './ensure-promo.ts'

export const samples: Samples = {
  /** The part of the event's promoter: every property differs from its default. */
  async things({ app }, at) {
    const id = await ensurePromo(app, at.event, at.user)
    await app.db
      .updateTable('promos')
      .set({
        max_uses: 7,
        allowed_type_ids: [at.ticketType],
        closes_at: '2036-01-02T00:00:00Z',
        can_sell_in_person: true,
        debt_limit_cents: 500_000,
      })
      .where('id', '=', id)
      .execute()
    return {}
  },
  updates: ['promos'],
  // Lists close as long before the start as before.
  columns: { dateEvent: ['promos.closes_at'] },
}
