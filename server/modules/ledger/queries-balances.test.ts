import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addSeconds } from '#server/shared/clock.ts'
import { enterCost } from '#server/testing/enter-cost.ts'
import { earnCommission } from '#server/testing/earn-commission.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { sumBalances } from './queries-balances.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

test('the balance of each account is given by company, event and days, and all balances add up to zero', async () => {
  const { app } = shop
  const first = await shop.paid({ type: { priceCents: 1_800_000 } })
  const second = await shop.paid({ type: { priceCents: 1_000_000 } })
  await shop.simulator.control.refund(second.paymentId)
  await shop.settle()
  const of = { companyId: first.companyId }
  const subject = { ...of, eventId: first.eventId }
  await earnCommission(shop, first, 180_000)
  await enterCost(app, subject, 500_000)
  // 2 × $18,000 and 10 % over it; the provider keeps 7.61 % of what was paid.
  const expected = { buyers: -3_960_000, platform: 360_000, provider: 301_356, promoters: 180_000, suppliers: 500_000 }
  const held = await sumBalances(app, of)
  expect(held).toEqual({ ...expected, company: 2_618_644, promoter_cash: 0, promoters_paid: 0, suspense: 0 })
  expect(await sumBalances(app, { eventId: first.eventId })).toEqual(held)
  expect(await sumBalances(app, { companyId: second.companyId })).toMatchObject({ buyers: 0, platform: 0 })
  const none = Object.fromEntries(Object.keys(held).map((account) => [account, 0]))
  const tomorrow = addSeconds(app.clock.now(), 24 * 3600)
  expect(await sumBalances(app, { ...of, from: tomorrow })).toEqual(none)
  expect(await sumBalances(app, { ...of, until: tomorrow })).toEqual(held)
  expect(Object.values(await sumBalances(app, {})).reduce((sum, cents) => sum + cents, 0)).toBe(0)
})

test('nothing that was entered is changed or taken away', async () => {
  const { eventId } = await shop.paid()
  const entry = sql`from ledger_entries where event_id = ${eventId}`
  await expect(sql`delete ${entry}`.execute(shop.app.db)).rejects.toThrow('append-only')
  const update = sql`update ledger_entries set amount_cents = 1 where event_id = ${eventId}`
  await expect(update.execute(shop.app.db)).rejects.toThrow('append-only')
})
