/** Transitions of a raffle: opening commits to a seed, closing to the entries; the draw reveals the seed, which decides with the list. */
import { sql } from 'kysely'
import type { openRaffle, Raffle, RaffleState } from '#contract/events/raffles.ts'
import type { App, Tx } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent, type EventAct } from '#server/modules/events/act-on-event.ts'
import { managedEventOfRaffle } from './access.ts'
import { getRaffle } from './queries.ts'
import { lockRaffle, updateRaffleRow, type RaffleChange } from './store.ts'

export type Act = Pick<Call<typeof openRaffle>, 'actor' | 'proof'>
type Work = (app: Tx, raffle: Awaited<ReturnType<typeof lockRaffle>>) => Promise<RaffleChange & { state: RaffleState }>

/** The database's clock. */
export const now = sql<string>`app_now()`

/** Takes a raffle that is in one of the states `from` to the state that `work` returns. Throws `raffle_state`. */
export async function transitionRaffle(
  app: App,
  { actor, proof: id }: Act,
  {
    verb,
    from,
    isAllowedAfter,
  }: { verb: string; from: readonly RaffleState[]; isAllowedAfter?: EventAct['isAllowedAfter'] },
  work: Work,
): Promise<Raffle> {
  const act = { audit: `raffle.${verb}`, object: ['raffle', id], ...(isAllowedAfter && { isAllowedAfter }) } as const
  return actOnEvent(app, actor, await managedEventOfRaffle(app, id), act, async (app, { record }) => {
    const raffle = await lockRaffle(app, id, from)
    const set = await work(app, raffle)
    await updateRaffleRow(app, id, set)
    const after = await getRaffle(app, id)
    const { state, seedHash, listHash, entries } = after
    record({ before: { state: raffle.state }, after: { state, seedHash, listHash, entries } })
    return after
  })
}
