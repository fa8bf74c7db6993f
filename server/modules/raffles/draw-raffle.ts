/** Draws a raffle and reveals its seed. Winners cannot be chosen after the closing nor predicted before it. */
import type { Raffle } from '#contract/events/raffles.ts'
import { drawCodes } from '#contract/values/raffle-draw.ts'
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { transitionRaffle, now, type Act } from './transition-raffle.ts'
import { findSealed, readCodes } from './queries.ts'
import { SEED_LABEL } from './sealed.ts'
import { recordPlaces } from './store.ts'

/** Throws `raffle_without_entries`. Seed and list are frozen by the closing, so the order is computed before the lock. */
export async function drawRaffle(app: App, call: Act): Promise<Raffle> {
  const { state, seedSealed, winners, alternates } = await findSealed(app, call.proof)
  const seed = seedSealed === null ? null : app.vault.openText(SEED_LABEL, seedSealed)
  const codes = await readCodes(app, call.proof)
  const drawn = seed === null ? [] : await drawCodes({ seed, codes, places: winners + alternates })
  return transitionRaffle(app, call, { verb: 'draw', from: ['closed'], isAllowedAfter: true }, async (app, { id }) => {
    // It closed after the read: the list that was read was not frozen yet.
    if (state !== 'closed') throw new Failure('raffle_state')
    if (drawn.length === 0) throw new Failure('raffle_without_entries')
    await recordPlaces(app, id, drawn)
    return { state: 'drawn', drawnAt: now, seed, seedSealed: null }
  })
}
