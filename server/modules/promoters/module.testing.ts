import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  /** The part of the event's promoter: every property differs from its default. */
  async things({ app }, at) {
    await app.db
      .insertInto('promos')
      .values({
        event_id: at.event,
        promoter_id: at.user,
        code: `RRPP${at.event.slice(-12).toUpperCase()}`,
        max_uses: 7,
        allowed_type_ids: [at.ticketType],
        closes_at: '2036-01-02T00:00:00Z',
        can_sell_in_person: true,
        debt_limit_cents: 500_000,
      })
      .execute()
    return {}
  },
  updates: ['promos'],
  // Lists close as long before the start as before.
  columns: { dateEvent: ['promos.closes_at'] },
}
