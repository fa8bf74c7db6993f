/** Refunds, by every kind of request. */
import { updateEvent } from '#contract/events/events-managed.ts'
import { startMassRefund } from '#contract/sales/refunds-mass.ts'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { submitRegret } from '#contract/sales/regrets.ts'
import { claimMoveRefund } from '#server/modules/notices/claim-move-refund.ts'
import { confirmRegret } from '#server/modules/regrets/confirm-regret.ts'
import { makeLinkToken } from '#server/shared/link-token.ts'
import { textsAt } from '../read-inbox.ts'
import { ALL_BACK, farOff, paidInAll, type Story } from './story.ts'

const origin = { requestId: 'mortal', ip: '198.18.0.1', device: 'mortal-device' }

export const refundStories: Readonly<Record<string, Story>> = {
  'a part of a ticket and all of the other go back': {
    async begin(shop) {
      const { publicId, eventId, companyId, paymentId } = await shop.paid(farOff)
      const owner = await shop.given.user({ memberOf: { id: companyId } })
      const tickets = await shop.app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).execute()
      for (const [n, { id: ticketId }] of tickets.entries()) {
        const body = { ticketId, reason: 'Faltó la barra', ...(n === 0 && { partialAmount: 5000 }) }
        await shop.call(refundTicketMoney, { params: { id: eventId }, body }, { as: owner })
      }
      return { outcome: () => paidInAll(shop, publicId, paymentId) }
    },
    ends: {
      order: 'partially_refunded',
      tickets: ['refunded', 'valid'],
      refundedCents: 2_480_000,
      marketplaceReturnedCents: 225_455,
      refunds: 2,
    },
    points: [
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, update orders, insert audit_rows',
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, update orders, call tickets_move_state, insert audit_rows',
      'commit: update refunds, add job refunds.notify',
      'take job refunds.notify',
      'mail: send',
      'end job refunds.notify',
      'take provider_notifications',
      'provider: fetchPayment',
      'provider: fetchPayment',
      'commit: insert audit_rows, update payments',
      'update provider_notifications',
      'update provider_notifications',
    ],
  },
  'a whole event goes back': {
    async begin(shop) {
      const { publicId, eventId, paymentId } = await shop.paid(farOff)
      const god = await shop.given.user({ isGodAdmin: true })
      const body = { reason: 'Se inundó el salón', confirmation: farOff.event.name }
      await shop.call(startMassRefund, { params: { id: eventId }, body }, { as: god })
      return { jobs: ['refunds.mass'], outcome: () => paidInAll(shop, publicId, paymentId) }
    },
    ends: ALL_BACK,
    points: [
      'take mass_refunds',
      'commit: insert refunds, call tickets_move_state, update mass_refunds',
      'update mass_refunds',
      'take mass_refunds',
      'commit: update mass_refunds',
      'update mass_refunds',
      'take mass_refunds',
      'commit: update refunds, update mass_refunds',
      'update mass_refunds',
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, update orders, call tickets_move_state, insert audit_rows',
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, update orders, call tickets_move_state, insert audit_rows',
      'take mass_refunds',
      'commit: update refunds, update mass_refunds, insert audit_rows, add job refunds.notify',
      'commit: update refunds, add job refunds.notify',
      'take job refunds.notify',
      'mail: send',
      'end job refunds.notify',
      'take job refunds.notify',
      'mail: send',
      'end job refunds.notify',
      'take provider_notifications',
      'provider: fetchPayment',
      'provider: fetchPayment',
      'commit: insert audit_rows, update payments',
      'update provider_notifications',
      'update provider_notifications',
    ],
  },
  'a purchase is regretted': {
    async begin(shop) {
      const { publicId, buyer, paymentId } = await shop.paid(farOff)
      const { code } = await shop.call(submitRegret, { body: { orderNumber: publicId } })
      await shop.settle()
      const { id } = await shop.app.db
        .selectFrom('regrets')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      const token = makeLinkToken(shop.app.vault, { kind: 'regret-link', id }, buyer.id)
      return {
        request: (app) => confirmRegret(app, { origin, params: { code }, body: { token, orderIds: [publicId] } }),
        outcome: () => paidInAll(shop, publicId, paymentId),
      }
    },
    ends: ALL_BACK,
    points: [
      'commit: insert refunds, call tickets_move_state, insert audit_rows, update regret_orders, update regrets',
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, update orders, call tickets_move_state, insert audit_rows',
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, update orders, call tickets_move_state, insert audit_rows',
      'commit: update refunds, add job refunds.notify',
      'take job refunds.notify',
      'mail: send',
      'end job refunds.notify',
      'take provider_notifications',
      'provider: fetchPayment',
      'provider: fetchPayment',
      'commit: insert audit_rows, update payments',
      'update provider_notifications',
      'update provider_notifications',
    ],
  },
  'money is taken back after a move': {
    async begin(shop) {
      const { publicId, eventId, companyId, buyer, paymentId } = await shop.paid(farOff)
      const as = await shop.given.user({ memberOf: { id: companyId } })
      await shop.call(updateEvent, { params: { id: eventId }, body: { venueName: 'Teatro Broadway' } }, { as })
      await shop.advance({ minutes: 6 })
      for (const job of ['notices.notify-moves', 'notices.deliver'] as const) await shop.app.queue.runJob(shop.app, job)
      const [, id = '', token = ''] =
        /\/cambio\/([\w-]+)#token=([\w.-]+)/.exec((await textsAt(shop, buyer.mail ?? '')).join('\n')) ?? []
      return {
        request: (app) => claimMoveRefund(app, { actor: null, origin, params: { id }, body: { token } }),
        outcome: () => paidInAll(shop, publicId, paymentId),
      }
    },
    ends: ALL_BACK,
    points: [
      'commit: insert refunds, call tickets_move_state, insert audit_rows',
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, update orders, call tickets_move_state, insert audit_rows',
      'take refunds',
      'provider: refundPayment',
      'commit: update refunds, update payments, insert ledger_entries, update orders, call tickets_move_state, insert audit_rows',
      'commit: update refunds, add job refunds.notify',
      'take job refunds.notify',
      'mail: send',
      'end job refunds.notify',
      'take provider_notifications',
      'provider: fetchPayment',
      'provider: fetchPayment',
      'commit: insert audit_rows, update payments',
      'update provider_notifications',
      'update provider_notifications',
    ],
  },
}
