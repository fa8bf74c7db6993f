/** Submits a regret: returns a code at once, and a link goes to the mail of the purchase. */
import { randomInt } from 'node:crypto'
import { normaliseOrderNumber } from '#contract/values/order-number.ts'
import { CROCKFORD } from '#contract/values/crockford.ts'
import { mailSpelling } from '#contract/accounts/accounts.ts'
import type { Regret, submitRegret as endpoint } from '#contract/sales/regrets.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { inviteBuyer } from './invite-buyer.ts'
import { findCandidateOrders, listBuyers, type FoundOrder } from './queries-people.ts'
import { findRegret, showRegret } from './queries.ts'
import { insertRegret, lockRegret, recordCandidates } from './store.ts'

function newCode(): string {
  const letters = Array.from({ length: 10 }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** As numbers are kept, where it is one. */
function spelling(typed = ''): string | null {
  return normaliseOrderNumber(typed) ?? (typed.trim() || null)
}

/** Stores it with the moment that counts. Its purchases are searched for afterwards, so that the answer reveals nothing. */
export async function submitRegret(
  app: App,
  { origin, body: { orderNumber, contact } }: Call<typeof endpoint>,
): Promise<Regret> {
  const [id, code] = [newId(), newCode()]
  await inTransaction(app, async (app) => {
    const typed = { orderNumber: spelling(orderNumber), contact: mailSpelling(contact ?? '') || null }
    await insertRegret(app, { id, code, ...typed })
    await audit(app, { userId: null, origin }, 'regret.submit', ['regret', id], { after: { code } })
    await app.queue.enqueue(app, 'regrets.look-up', { regretId: id }, { singletonKey: id })
  })
  const regret = await findRegret(app, { id })
  if (!regret) throw new Failure('regret_not_found')
  return showRegret(app, regret, null, app.clock.now())
}

/** Finds the candidate purchases and sends each buyer a link; without any a person looks for them. The job `regrets.look-up`. */
export async function lookUpRegret(app: App, regretId: string): Promise<void> {
  const regret = await findRegret(app, { id: regretId })
  if (!regret) return
  const found = await findCandidateOrders(app, regret)
  await inTransaction(app, async (app) => {
    await lockRegret(app, regretId)
    // A purchase named before the look-up restricts it to that buyer.
    const buyers = await listBuyers(app, regretId)
    const orders = found.filter(({ buyerId }) => buyers.length === 0 || buyers.includes(buyerId))
    const orderIds = orders.map(({ id }) => id)
    if (await recordCandidates(app, regretId, orderIds)) await inviteBuyers(app, regretId, orders)
  })
}

/** By ascending id, so that two regrets of the same buyers do not deadlock. */
async function inviteBuyers(app: Tx, regretId: string, orders: readonly FoundOrder[]): Promise<void> {
  const numbered = new Set(orders.filter(({ isByNumber }) => isByNumber).map(({ buyerId }) => buyerId))
  for (const buyerId of [...new Set(orders.map(({ buyerId: each }) => each))].toSorted()) {
    const quota = numbered.has(buyerId) ? 'regret links by number' : 'regret links by contact'
    await inviteBuyer(app, { regretId, buyerId }, quota, `${regretId}-${buyerId}`)
  }
}
