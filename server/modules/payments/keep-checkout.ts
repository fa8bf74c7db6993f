/** A checkout that was made, and when the provider is asked how it went. */
import type { App, Core } from '#server/context.ts'
import { CHECKOUT_MARGIN_SECONDS } from './payment.ts'
import { claimDue, insertCheckout, type NewCheckout } from './store.ts'

const FIRST_CHECK_SECONDS = 20
const LONGEST_PAUSE_SECONDS = 7 * 86_400
/** A payment may be approved days after its order ended, and charged back weeks later. */
const GIVE_UP_AFTER_SECONDS = 120 * 86_400

/** Keeps a checkout; call it in the transaction that moves its order. A twin of the same attempt is the same checkout. */
export async function keepCheckout(app: Core, checkout: Omit<NewCheckout, 'checkAfterSeconds'>): Promise<void> {
  await insertCheckout(app, { ...checkout, checkAfterSeconds: FIRST_CHECK_SECONDS })
}

/**
 * Takes up to `limit` orders whose provider is to be asked now; each is asked again after twice the pause, up to a week, and
 * once right when its hold ends.
 */
export async function claimChecks(app: App, limit: number): Promise<string[]> {
  return claimDue(app, limit, {
    firstSeconds: FIRST_CHECK_SECONDS,
    longestSeconds: LONGEST_PAUSE_SECONDS,
    giveUpAfterSeconds: GIVE_UP_AFTER_SECONDS,
    holdEndsAfterSeconds: CHECKOUT_MARGIN_SECONDS,
  })
}
