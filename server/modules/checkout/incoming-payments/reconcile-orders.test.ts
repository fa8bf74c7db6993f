import { expect, test } from 'vitest'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

test('a company whose account cannot be opened does not block the orders of others', async () => {
  const broken = await shop.sentToPay()
  await shop.buy(broken.buyer, broken.typeId, broken.eventId)
  expect(await shop.orderState(broken.publicId)).toBe('cancelled')
  await shop.app.db
    .updateTable('payment_accounts')
    .set({ access_token_sealed: 'sealed with a key that is gone' })
    .where('company_id', '=', broken.companyId)
    .execute()
  const sound = await shop.sentToPay()
  shop.simulator.control.setSwitches({ dropNotifications: true })
  await shop.simulator.control.pay(sound.preferenceId)
  await shop.advance({ seconds: 21 })
  await shop.app.queue.runJob(shop.app, 'checkout.reconcile')
  expect(await shop.orderState(sound.publicId)).toBe('paid')
})
