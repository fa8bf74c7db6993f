import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { newId } from '#server/shared/ids.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { TestApp } from '#server/testing/app.ts'
import type { Samples } from '#server/testing/samples.ts'

/** Confirmed by a promoter of the event. */
async function settle({ app }: TestApp, eventId: string, promoter: GivenUser): Promise<string> {
  const promoId = await ensurePromo(app, eventId, promoter.id)
  const id = newId()
  await app.db
    .insertInto('promoter_settlements')
    .values({
      id,
      promo_id: promoId,
      state: 'confirmed',
      ended_at: app.clock.now(),
      owed_cents: 0,
      cash_cents: 100,
      counted_cents: 100,
      commission_cents: 0,
      handed_in_cents: 100,
      made_by: promoter.id,
    })
    .execute()
  return id
}

export const samples: Samples = {
  kinds: { promoterSettlement: { makeId: newId, isPersonal: true } },
  belongings: async (server, at, person) => ({ promoterSettlement: await settle(server, at.event, person) }),
  requests: () => ({
    'POST /api/v1/events/{id}/promoters/{rrppId}/settle': { body: { receives: 'organizer', countedCents: 100 } },
  }),
  comparedOnly: ['countedCents'],
  opens: { ownPromoterSettlement: { sibling: [], foreign: [] } },
}
