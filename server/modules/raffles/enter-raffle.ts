import type { Answer } from '#contract/api/endpoint.ts'
import type { enterRaffle as endpoint } from '#contract/events/raffles.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { requireOngoing } from '#server/modules/events/queries.ts'
import { unprovedContact } from '#server/modules/accounts/contact/unproved-contact.ts'
import { Failure } from '#server/shared/failure.ts'
import { findEntering } from './entrants.ts'
import { findCode, getRaffle } from './queries.ts'
import { insertEntry } from './store.ts'

/** Enters the actor in a raffle and returns their code, the same one every time. Throws what `enterRaffle` declares. */
export async function enterRaffle(
  app: App,
  { actor, proof: id }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  return inTransaction(app, async (app) => {
    const { eventId } = await getRaffle(app, id)
    await requireOngoing(app, eventId)
    const person = await findEntering(app, eventId, actor.userId)
    if (person.isOfEvent) throw new Failure('raffle_of_own_event')
    if (!person.isProved) throw unprovedContact('raffle')
    const entry = await insertEntry(app, id, actor.userId)
    if (!entry) throw new Failure('raffle_state')
    const code = await findCode(app, id, actor.userId)
    if (entry.isNew) await audit(app, actor, 'raffle.enter', ['raffle', id], { after: { code } })
    return { code }
  })
}
