/** The recipients of notices about a payment account. */
import { expect, test } from 'vitest'
import { brand } from '#contract/platform/brand.ts'
import { inTransaction } from '#server/context.ts'
import { connecting } from '#server/testing/connecting.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { stopPaidSales } from './stop-paid-sales.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))
const { newCompany, newSeller, connect, care, mailsTo } = connecting(() => shop)

test('R7.4, R14.7: legal accounts with a proved mail are notified instead of the team, also where no owner is left', async () => {
  const legal = await shop.given.user({ isLegal: true })
  const others = [
    await shop.given.user({ isLegal: true, proved: ['phone'] }),
    await shop.given.user({ isLegal: true, state: 'blocked' }),
    await shop.given.user({ isGodAdmin: true }),
  ]
  const before = await mailsTo({ mail: brand.supportMail })
  const { company, owner } = await newCompany()
  const [first, second] = [await newSeller(), await newSeller()]
  await connect(owner, company.id, first)
  await connect(owner, company.id, second)
  expect(await mailsTo(legal)).toEqual([expect.stringContaining('va a cobrar en otra cuenta')])
  await inTransaction(shop.app, (app) => stopPaidSales(app, company.id, true))
  expect((await mailsTo(legal)).slice(1)).toEqual([expect.stringContaining('faltan fondos')])
  await inTransaction(shop.app, (app) => stopPaidSales(app, company.id, false))
  expect(await mailsTo(legal)).toHaveLength(2)
  expect(await mailsTo(owner)).toHaveLength(3)

  await shop.app.db.deleteFrom('company_members').where('company_id', '=', company.id).execute()
  await care()
  await shop.simulator.control.revokeSeller(first)
  await shop.settle()
  await care()
  expect((await mailsTo(legal)).slice(2)).toEqual([expect.stringContaining('no puede cobrar')])
  for (const other of others) expect(await mailsTo(other)).toEqual([])
  expect(await mailsTo({ mail: brand.supportMail })).toEqual(before)
})
