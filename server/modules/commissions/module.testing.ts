import { newId } from '#server/shared/ids.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { TestApp } from '#server/testing/app.ts'
import type { Samples } from '#server/testing/samples.ts'

/** Proposed to a promoter of the event; somebody new where no one is named. */
async function propose({ app, given }: TestApp, eventId: string, person?: GivenUser): Promise<string> {
  const promoter = person ?? (await given.user())
  const promo = { event_id: eventId, promoter_id: promoter.id, code: newId().toUpperCase() }
  const { id: promoId } = await app.db.insertInto('promos').values(promo).returning('id').executeTakeFirstOrThrow()
  const id = newId()
  await app.db
    .insertInto('promoter_settlements')
    .values({
      id,
      promo_id: promoId,
      state: 'proposed',
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
  belongings: async (server, at, person) => ({ promoterSettlement: await propose(server, at.event, person) }),
  requests: () => ({
    'POST /api/v1/events/{id}/promoters/{rrppId}/settle': { body: { receives: 'organizer', amountCents: 100 } },
  }),
  opens: { ownPromoterSettlement: { sibling: [], foreign: [] } },
}
