import type * as contract from '#contract/events/raffles.ts'
import type { Raffle } from '#contract/events/raffles.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { managedEventOfRaffle } from './access.ts'
import { getRaffle } from './queries.ts'
import { lockRaffle, updateRaffleRow } from './store.ts'

/** Changes a draft; a raffle that was opened keeps its rules. Throws `raffle_state`. */
export async function updateRaffle(
  app: App,
  { actor, proof: id, body }: Call<typeof contract.updateRaffle>,
): Promise<Raffle> {
  const act = { audit: 'raffle.update', object: ['raffle', id], after: body } as const
  return actOnEvent(app, actor, await managedEventOfRaffle(app, id), act, async (app) => {
    await lockRaffle(app, id, ['draft'])
    await updateRaffleRow(app, id, { id, ...body })
    return getRaffle(app, id)
  })
}
