/** Erases what buyers without a session typed and never paid for (rule R10.19). */
import { inTransaction, type App } from '#server/context.ts'
import { forgetGuests } from '#server/modules/accounts/registration/make-guest.ts'
import { deleteGuestContacts, eraseGuestOrders } from '../store.ts'
import { findIdleGuests, lockIdleGuests } from './queries.ts'

/** As long as an order's token opens it after the event: late payments have come by then. */
const KEPT_DAYS = 30
const ROWS_AT_ONCE = 2000

/**
 * Erases the contacts of people who ordered without a session, never paid and ordered nothing for 30 days, and the hashes of contacts
 * that limit nothing any more. People who paid keep their pending account, under the rules of every account. Repeatable.
 */
export async function forgetIdleGuests(app: App, stopping?: AbortSignal): Promise<void> {
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof findIdleGuests>> = await findIdleGuests(app, {
      after,
      days: KEPT_DAYS,
      most: ROWS_AT_ONCE,
    })
    after = page.last
    if (page.idle.length > 0) await forget(app, page.idle)
  } while (after !== null && stopping?.aborted !== true)
  while (stopping?.aborted !== true) {
    const deleted = await deleteGuestContacts(app, { days: KEPT_DAYS, most: ROWS_AT_ONCE })
    if (deleted < ROWS_AT_ONCE) return
  }
}

async function forget(app: App, ids: readonly string[]): Promise<void> {
  await inTransaction(app, async (app) => {
    const idle = await lockIdleGuests(app, ids, KEPT_DAYS)
    if (idle.length === 0) return
    const erased = await forgetGuests(app, idle)
    if (erased.length > 0) await eraseGuestOrders(app, erased)
  })
}
