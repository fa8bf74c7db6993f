/** Any idle process applies the notifications. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMercadoPagoWebhook } from '#contract/companies/payments.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { applyNotifications } from './apply-notifications.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

test('a worker that stops takes no more of them, and leaves them to the next at once', async () => {
  const url = `${receiveMercadoPagoWebhook.path}?data.id=1&type=payment`
  await shop.fastify.inject({ method: 'POST', url, payload: {} })
  const kept = () =>
    shop.app.db.selectFrom('provider_notifications').select(['attempts', 'outcome']).executeTakeFirstOrThrow()
  await applyNotifications(shop.app, AbortSignal.abort())
  expect(await kept()).toEqual({ attempts: 0, outcome: null })
  await applyNotifications(shop.app)
  expect(await kept()).toEqual({ attempts: 1, outcome: 'not_found' })
})
