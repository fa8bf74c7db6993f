/** A raffle is closed: who takes part is frozen, and the hash of their codes published. */
import type { Raffle } from '#contract/events/raffles.ts'
import { hashOfCodes } from '#contract/values/raffle-draw.ts'
import type { App } from '#server/context.ts'
import { moveRaffle, now, type Act } from './move-raffle.ts'
import { freezeEntries } from './store.ts'

export function closeRaffle(app: App, call: Act): Promise<Raffle> {
  return moveRaffle(app, call, { verb: 'close', from: ['open'], isAllowedAfter: true }, async (app, raffle) => {
    const codes = await freezeEntries(app, raffle)
    return { state: 'closed', closedAt: now, listHash: await hashOfCodes(codes), entries: codes.length }
  })
}
