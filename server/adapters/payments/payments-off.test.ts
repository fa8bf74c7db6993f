import { expect, test } from 'vitest'
import { createPaymentsOff } from './payments-off.ts'
import { sampleCheckout } from '#server/testing/sample-checkout.ts'

const payments = createPaymentsOff()
const account = { accessToken: 'x', collectorId: '1' }
const off = expect.objectContaining({ name: 'ProviderUnavailable', reason: 'not_configured', retryable: false })

test('nothing can be sold, asked or refunded', async () => {
  expect(payments.isConfigured).toBe(false)
  await expect(payments.createCheckout(account, sampleCheckout())).rejects.toEqual(off)
  await expect(payments.fetchPayment(account, '1')).rejects.toEqual(off)
  await expect(payments.refundPayment(account, { paymentId: '1', idempotencyKey: 'k' })).rejects.toEqual(off)
  expect(() => payments.authorizationUrl({ state: 's', codeChallenge: 'c', redirectUri: 'http://localhost/' })).toThrow(
    'not_configured',
  )
})

test('no notification is believed or understood', () => {
  const headers = { 'x-signature': `ts=1,v1=${'0'.repeat(64)}` }
  expect(payments.verifyWebhook({ headers, dataId: '1', now: '2026-11-21T12:00:00Z' })).toBe('unsigned')
  expect(payments.readNotification({ query: { type: 'payment', 'data.id': '1' }, body: {} })).toBeNull()
})
