/** Incoming money, and what the provider reports of it afterwards. */
import { expect } from 'vitest'
import { openPaymentLink } from '#server/modules/checkout/payment-link/open-payment-link.ts'
import { ALL_PAID, farOff, paidInAll, type Story } from './story.ts'

export const paymentStories: Readonly<Record<string, Story>> = {
  'a payment link is opened': {
    async begin(shop) {
      const { eventId, typeId } = await shop.givenSale(farOff)
      const purchase = await shop.buy(await shop.given.user(), typeId, eventId, 2)
      const { publicId } = purchase.order
      const signature = new URL(purchase.paymentUrl ?? '').searchParams.get('s') ?? ''
      const { control } = shop.simulator
      return {
        request: (app) => openPaymentLink(app, publicId, signature),
        async outcome() {
          const preferences = control.preferences().filter(({ body }) => body['external_reference'] === publicId)
          const paymentId = await control.pay(await shop.preferenceOf(purchase))
          await shop.settle()
          return { checkouts: preferences.length, ...(await paidInAll(shop, publicId, paymentId)) }
        },
      }
    },
    ends: { checkouts: 1, ...ALL_PAID },
    points: [
      'provider: createCheckout',
      'commit: update orders, update provider_checkouts, insert provider_checkouts, insert audit_rows',
    ],
  },
  'a payment becomes tickets': {
    async begin(shop) {
      const { publicId, preferenceId } = await shop.sentToPay(farOff)
      const paymentId = await shop.simulator.control.pay(preferenceId)
      return { outcome: () => paidInAll(shop, publicId, paymentId) }
    },
    ends: ALL_PAID,
    points: [
      'take provider_notifications',
      'provider: fetchPayment',
      'commit: insert audit_rows, insert payments, update orders, insert ledger_entries, insert tickets, insert deliveries, update payments, update provider_checkouts',
      'update provider_notifications',
    ],
  },
  'a payment that came too late goes back': {
    async begin(shop) {
      const { publicId, preferenceId, typeId, eventId } = await shop.sentToPay({ ...farOff, type: { capacity: 2 } })
      await shop.advance({ minutes: 17 })
      await shop.settle()
      await shop.buy(await shop.given.user(), typeId, eventId, 2)
      const paymentId = await shop.simulator.control.pay(preferenceId)
      return { outcome: () => paidInAll(shop, publicId, paymentId) }
    },
    ends: { order: 'expired', tickets: [], refundedCents: 3_960_000, marketplaceReturnedCents: 360_000, refunds: 1 },
    points: [
      'take provider_notifications',
      'provider: fetchPayment',
      'commit: insert audit_rows, insert payments, insert refunds, insert ledger_entries, add job checkout.notify',
      'update provider_notifications',
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, insert audit_rows',
      'take job checkout.notify',
      'mail: send',
      'end job checkout.notify',
      'take provider_notifications',
      'provider: fetchPayment',
      'commit: insert audit_rows, update payments',
      'update provider_notifications',
    ],
  },
  'the bank takes a payment back': {
    async begin(shop) {
      const { publicId, paymentId } = await shop.paid(farOff)
      await shop.simulator.control.chargeBack(paymentId)
      await shop.settle()
      await shop.simulator.control.settleChargeback(paymentId, 'lost')
      return { outcome: () => paidInAll(shop, publicId, paymentId) }
    },
    ends: expect.objectContaining({ order: 'refunded', tickets: ['refunded', 'refunded'] }) as unknown,
    points: [
      'take provider_notifications',
      'provider: fetchPayment',
      'commit: insert audit_rows, update payments, update orders, call tickets_move_state',
      'update provider_notifications',
    ],
  },
}
