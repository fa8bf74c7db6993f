/** A checkout that was made, and when the provider is asked how it went. */
import type { App, Core } from '#server/context.ts'
import { claimDue, insertCheckout, type NewCheckout } from './store.ts'

/** Keeps a checkout; call it in the transaction that moves its order. A twin of the same attempt is the same checkout. */
export async function keepCheckout(app: Core, checkout: NewCheckout): Promise<void> {
  await insertCheckout(app, checkout)
}

/** Takes up to `limit` orders whose provider is to be asked now; each is asked again, later each time. */
export async function claimChecks(app: App, limit: number): Promise<string[]> {
  return claimDue(app, limit)
}
