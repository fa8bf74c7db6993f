import type { Raffle } from '#contract/events/raffles.ts'
import { hashOfCodes } from '#contract/values/raffle-draw.ts'
import type { App } from '#server/context.ts'
import { transitionRaffle, now, type Act } from './transition-raffle.ts'
import { freezeEntries } from './store.ts'

/** Closes a raffle: freezes its entries and publishes the hash of their codes. */
export function closeRaffle(app: App, call: Act): Promise<Raffle> {
  const how = { verb: 'close', from: ['open'], isAllowedAfter: 'unless cancelled' } as const
  return transitionRaffle(app, call, how, async (app, raffle) => {
    const codes = await freezeEntries(app, raffle)
    return { state: 'closed', closedAt: now, listHash: await hashOfCodes(codes), entries: codes.length }
  })
}
