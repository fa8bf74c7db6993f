/** Holds whose time is over give their places back. */
import type { App } from '#server/context.ts'
import { endExpired } from './store.ts'

const PER_ROUND = 500

/** One sweep; gives how many holds it ended. Orders that are being paid or replaced this moment are left to whoever does it. */
export async function expireOrders(app: App): Promise<number> {
  let total = 0
  for (;;) {
    const ended = await endExpired(app, PER_ROUND)
    total += ended
    if (ended < PER_ROUND) return total
  }
}
