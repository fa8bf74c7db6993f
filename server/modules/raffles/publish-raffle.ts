import type { Raffle } from '#contract/events/raffles.ts'
import type { App } from '#server/context.ts'
import { transitionRaffle, now, type Act } from './transition-raffle.ts'
import { notifyWinners } from './notify-winners.ts'

/** Publishes the winners and notifies them. */
export function publishRaffle(app: App, call: Act): Promise<Raffle> {
  return transitionRaffle(
    app,
    call,
    { verb: 'publish', from: ['drawn'], isAllowedAfter: 'unless cancelled' },
    async (app, { id }) => {
      await notifyWinners(app, id)
      return { state: 'published', publishedAt: now }
    },
  )
}
