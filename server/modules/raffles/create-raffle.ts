import type * as contract from '#contract/events/raffles.ts'
import type { Raffle } from '#contract/events/raffles.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { newId } from '#server/shared/ids.ts'
import { getRaffle } from './queries.ts'
import { insertRaffle } from './store.ts'

/** Creates a raffle as a draft. Throws `too_many_raffles`. */
export function createRaffle(
  app: App,
  { actor, proof: eventId, body }: Pick<Call<typeof contract.createRaffle>, 'actor' | 'proof' | 'body'>,
): Promise<Raffle> {
  const id = newId()
  return actOnEvent(
    app,
    actor,
    eventId,
    { audit: 'raffle.create', object: ['raffle', id], after: body },
    async (app) => {
      await insertRaffle(app, { id, eventId, ...body })
      return getRaffle(app, id)
    },
  )
}
