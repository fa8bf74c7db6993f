/** The draft of a raffle is changed. */
import type * as contract from '#contract/events/raffles.ts'
import type { Raffle } from '#contract/events/raffles.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { managedEventOf } from './access.ts'
import { getRow } from './queries.ts'
import { lockRaffle, updateRaffle as write } from './store.ts'

/** Changes a draft: people enter under rules that stay. Throws `raffle_state`. */
export async function updateRaffle(
  app: App,
  { actor, proof: id, body }: Call<typeof contract.updateRaffle>,
): Promise<Raffle> {
  const act = { audit: 'raffle.update', object: ['raffle', id], after: body } as const
  return actOnEvent(app, actor, await managedEventOf(app, id), act, async (app) => {
    await lockRaffle(app, id, ['draft'])
    await write(app, id, { id, ...body })
    return getRow(app, id)
  })
}
