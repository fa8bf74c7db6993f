/**
 * Threat 29 for an hour: honest buyers who come one after the other, pay at once and look again every five minutes when
 * nothing is left, and one hoarder whose accounts, each with a verified contact and a device of its own, hold all that they
 * may and let nothing go. The same hour without the rules is the control.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import type { Pipeline } from '#server/db/connection/pipeline.ts'
import { orderRequest, one } from '#server/testing/order-requests.ts'
import { providerPayment } from '#server/testing/provider-payment.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { tries } from '#server/testing/tries.ts'
import { applyPayment } from '../incoming-payments/apply-payment.ts'
import type { BatchFacts } from '../placing/batch-facts.ts'
import { expireOrders } from './expire-orders.ts'
import { placeOrders, type PlacedOrder } from '../placing/place-orders.ts'

const HONEST = tries(60, 1000)
const ACCOUNTS = tries(6, 100)
const MINUTES = 60
const LOOKS_AGAIN_AFTER = 5
const TICKETS_EACH = 2
/** The most that one order may have. */
const HOARDED_EACH = 10
const HOUR = 3_600_000

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

/** Without memory of who let what lapse, of devices, and of when a replaced hold would have ended. */
function withoutRules(app: App): App {
  const { orders } = app.reserved
  const forgetful: Pipeline = {
    ...orders,
    transact: (first, decide) =>
      orders.transact(first, (rows) => {
        for (const facts of rows as BatchFacts[]) {
          // the one statement of a batch
          const known = facts.orders.map((each) => ({
            ...each,
            past: null,
            replaces: each.replaces && { ...each.replaces, heldUntilMs: facts.atMs + HOUR, isRenewed: false },
          }))
          Object.assign(facts, { orders: known, holds: [] })
        }
        return decide(rows)
      }),
  }
  return { ...app, reserved: { ...app.reserved, orders: forgetful } }
}

/**
 * Gives how many tickets the honest have at the end of the hour; as many as they want are for sale. A hoarder who launders
 * gives up each hold for a free ticket before its end, and orders again.
 */
async function anHour(app: App, { isLaundering = false } = {}): Promise<number> {
  const { eventId, typeId, collectorId } = await shop.givenSale({
    type: { capacity: HONEST * TICKETS_EACH },
    event: { startsInHours: 240 },
  })
  await shop.app.db.updateTable('events').set({ person_limit: 100 }).where('id', '=', eventId).execute()
  const { id: freeId } = await shop.given.ticketType({ event: { id: eventId }, priceCents: 0, capacity: 100_000 })
  const honest = await shop.buyers(HONEST)
  const accounts = (await shop.buyers(ACCOUNTS)).map(({ id }, n) => ({
    id,
    device: `hoarder-${n}-${id}`,
    heldUntil: '',
  }))
  const waiting = new Map<number, string[]>()
  const comes = (minute: number, id: string) => waiting.set(minute, [...(waiting.get(minute) ?? []), id])
  for (const [n, { id }] of honest.entries()) comes(Math.floor((n * MINUTES) / HONEST), id)
  let tickets = 0

  for (let minute = 0; minute <= MINUTES; minute += 1) {
    await expireOrders(app)
    const rows = await sql<{ soon: string }>`select app_now() + interval '150 seconds' as soon`.execute(app.db)
    const soon = rows.rows[0]?.soon ?? ''
    // First, as fast as a program is.
    const turn = accounts.filter(({ heldUntil }) => heldUntil < soon)
    if (isLaundering) {
      await placeOrders(
        app,
        turn.map(({ id, device }) => orderRequest({ eventId, buyerId: id, items: one(freeId), device })),
      )
    }
    const taken = await placeOrders(
      app,
      turn.map(({ id, device }) => orderRequest({ eventId, buyerId: id, items: one(typeId, HOARDED_EACH), device })),
    )
    for (const [n, result] of taken.entries()) {
      const account = turn[n]
      if (account && !(result instanceof Error)) account.heldUntil = result.order.heldUntil ?? ''
    }
    const now = waiting.get(minute) ?? []
    const bought = await placeOrders(
      app,
      now.map((id) => orderRequest({ eventId, buyerId: id, items: one(typeId, TICKETS_EACH) })),
    )
    for (const [n, result] of bought.entries()) {
      if (result instanceof Error) {
        comes(minute + LOOKS_AGAIN_AFTER, now[n] ?? '')
        continue
      }
      expect(await applyPayment(app, paymentOf(result, collectorId, await clockOf(app)))).toBe('applied')
      tickets += TICKETS_EACH
    }
    await shop.advance({ minutes: 1 })
  }
  return tickets
}

async function clockOf(app: App): Promise<string> {
  const { rows } = await sql<{ now: string }>`select app_now() as now`.execute(app.db)
  return rows[0]?.now ?? ''
}

function paymentOf({ order }: PlacedOrder, collectorId: string, at: string): ProviderPayment {
  const { publicId, totalCents } = order
  const id = `paid-${publicId}`
  return providerPayment(
    { id, status: 'approved', externalReference: publicId, amountCents: totalCents, collectorId },
    at,
  )
}

test(
  'a hoarder of an hour leaves the honest at least 95 of 100 tickets; without the rules not',
  async () => {
    const wanted = HONEST * TICKETS_EACH
    const withRules = (await anHour(shop.app)) / wanted
    expect(await shop.broken()).toEqual([])
    const without = (await anHour(withoutRules(shop.app))) / wanted
    // The figure of `npm run prove`.
    process.stdout.write(
      `hoarding hour: ${HONEST} buyers get ${withRules * 100} %, without the rules ${without * 100} %\n`,
    )
    const laundered = (await anHour(shop.app, { isLaundering: true })) / wanted
    expect(laundered).toBeGreaterThanOrEqual(0.95)
    expect(withRules).toBeGreaterThanOrEqual(0.95)
    expect(without).toBeLessThan(0.95)
  },
  tries(60_000, HOUR),
)
