import type { Raffle } from '#contract/events/raffles.ts'
import type { App } from '#server/context.ts'
import { transitionRaffle, now, type Act } from './transition-raffle.ts'

/** Cancels a raffle that was not drawn. */
export function cancelRaffle(app: App, call: Act): Promise<Raffle> {
  const from = ['draft', 'open', 'closed'] as const
  return transitionRaffle(app, call, { verb: 'cancel', from, isAllowedAfter: true }, () =>
    Promise.resolve({ state: 'cancelled', cancelledAt: now, seedSealed: null }),
  )
}
