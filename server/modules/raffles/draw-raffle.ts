/** Draws a raffle and reveals its seed. Winners cannot be chosen after the closing nor predicted before it. */
import type { Raffle } from '#contract/events/raffles.ts'
import { drawCodes } from '#contract/values/raffle-draw.ts'
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { transitionRaffle, now, type Act } from './transition-raffle.ts'
import { findSealed, listForfeited, readCodes } from './queries.ts'
import { SEED_LABEL } from './sealed.ts'
import { recordPlaces } from './store.ts'

/**
 * Throws `raffle_without_entries`. Seed and list are frozen by the closing, so the order is computed before the lock. Codes that lost their
 * part since the closing are passed over (rule R24.5); they are read before the seed is revealed, so that no refund takes a place away from a winner.
 */
export async function drawRaffle(app: App, call: Act): Promise<Raffle> {
  const { state, seedSealed } = await findSealed(app, call.proof)
  const seed = seedSealed === null ? null : app.vault.openText(SEED_LABEL, seedSealed)
  const codes = await readCodes(app, call.proof)
  const order = seed === null ? [] : await drawCodes({ seed, codes, places: codes.length })
  const how = { verb: 'draw', from: ['closed'], isAllowedAfter: 'unless cancelled' } as const
  return transitionRaffle(app, call, how, async (app, raffle) => {
    // It closed after the read: the list that was read was not frozen yet.
    if (state !== 'closed') throw new Failure('raffle_state')
    const forfeited = await listForfeited(app, raffle)
    const places = placesOf(order, forfeited, raffle.winners + raffle.alternates)
    if (!places.some((place) => place !== null)) throw new Failure('raffle_without_entries')
    await recordPlaces(app, raffle.id, { order: order.slice(0, places.length), places })
    return { state: 'drawn', drawnAt: now, seed, seedSealed: null }
  })
}

/** The place of each code in the order of the draw, up to the last place that there is; null of a forfeited code. */
function placesOf(order: readonly string[], forfeited: ReadonlySet<string>, most: number): (number | null)[] {
  const places: (number | null)[] = []
  let taken = 0
  for (const code of order) {
    if (taken === most) break
    places.push(forfeited.has(code) ? null : (taken += 1))
  }
  return places
}
