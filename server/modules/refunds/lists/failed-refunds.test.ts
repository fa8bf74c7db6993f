/** Refunds that failed are counted above their event until somebody gives their money back. */
import { expect, test } from 'vitest'
import { getBusinessDashboard } from '#contract/events/metrics.ts'
import { getRefundSummary } from '#contract/sales/refunds.ts'
import { getFailedRefunds } from '#contract/sales/refunds-failed.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { sellTickets } from '#server/testing/sell-tickets.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const failedFor = (as: GivenUser) => shop.call(getFailedRefunds, undefined, { as })

test('one that failed is counted for the people of its company, until its ticket is refunded after all', async () => {
  const { ask, first, second, params, god, owner } = await sellTickets(shop)
  const stranger = await shop.given.user({ memberOf: { id: (await shop.givenSale()).companyId } })
  await ask(first)
  await ask(second)
  const refunds = shop.app.db.updateTable('refunds').where('event_id', '=', params.id)
  await refunds.set({ state: 'failed' }).execute()
  const events = [{ id: params.id, name: 'Fiesta Lunar Rosario', count: 2 }]
  expect(await failedFor(owner)).toEqual({ count: 2, events })
  expect((await failedFor(god)).events).toContainEqual(events[0])
  expect(await failedFor(stranger)).toEqual({ count: 0, events: [] })
  const board = await shop.call(getBusinessDashboard, { query: {} }, { as: owner })
  expect(board.attention).toContainEqual({
    what: 'failed',
    event: { id: params.id, name: 'Fiesta Lunar Rosario' },
    count: 2,
  })
  const summary = await shop.call(getRefundSummary, { params }, { as: owner })
  expect(summary.failed.count).toBe(2)

  // Its payment went back by another way.
  await shop.app.db
    .updateTable('payments')
    .set((eb) => ({ refunded_cents: eb.ref('amount_cents') }))
    .execute()
  expect(await failedFor(owner)).toEqual({ count: 0, events: [] })
  await shop.app.db.updateTable('payments').set({ refunded_cents: 0 }).execute()
  await refunds.set({ state: 'approved' }).execute()
  expect(await failedFor(owner)).toEqual({ count: 0, events: [] })
})
