/** What surrounds the money: kept places, an account's tokens, notifications. */
import { sql } from 'kysely'
import { cancelEvent } from '#contract/events/events-managed.ts'
import { getNotices, sendCancellation } from '#contract/events/notices.ts'
import { findSellingAccount, TOKEN_LABEL } from '#server/modules/companies/payment-account/queries.ts'
import { placeOrder } from '#server/modules/checkout/placing/place-order.ts'
import { openPaymentLink } from '#server/modules/checkout/payment-link/open-payment-link.ts'
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { GivenUser } from '../given.ts'
import { textsAt } from '../read-inbox.ts'
import type { SellingApp } from '../selling-app.ts'
import { atNoon, givenSoldOut } from '../waiting.ts'
import { ALL_PAID, farOff, paidInAll, type Story } from './story.ts'

/** One place came free, and it was offered to the first of two who wait. */
async function offered(shop: SellingApp) {
  await atNoon(shop)
  const sale = await givenSoldOut(shop, 1, farOff)
  const [first, second] = [await shop.given.user(), await shop.given.user()]
  for (const person of [first, second]) await sale.join(person)
  await sale.free(1)
  await sale.offer()
  await shop.settle()
  const states = () =>
    shop.app.db
      .selectFrom('waiting_list_entries')
      .select('state')
      .where('event_id', '=', sale.eventId)
      .orderBy('place')
      .execute()
  return { ...sale, first, second, states: async () => (await states()).map(({ state }) => state) }
}

/** Counts a person's mails that contain the text. */
const mailsWith = async (shop: SellingApp, { mail }: GivenUser, words: string) =>
  (await textsAt(shop, mail ?? '')).filter((text) => text.includes(words)).length

export const storiesAround: Readonly<Record<string, Story>> = {
  'an offer of the waiting list is bought': {
    async begin(shop) {
      const { eventId, typeId, first, stock, states } = await offered(shop)
      const origin = { requestId: 'mortal', ip: '198.18.0.1', device: `mortal-${first.id}` }
      const actor = { userId: first.id, roles: ['CLIENT'], companyId: null, eventRoles: [], origin } as unknown as Actor // only these are read
      const items = [{ ticketTypeId: typeId, quantity: 1 }]
      const buy = (app: App) => placeOrder(app, actor, { call: 'a test', eventId, items, platform: 'web' }, first.id)
      return {
        async request(app) {
          const { order, paymentUrl = '' } = await buy(app)
          await openPaymentLink(app, order.publicId, new URL(paymentUrl).searchParams.get('s') ?? '')
        },
        async outcome() {
          const purchase = await buy(shop.app)
          const paymentId = await shop.simulator.control.pay(await shop.preferenceOf(purchase))
          await shop.settle()
          const { sold, held, offered: kept } = await stock()
          const inAll = await paidInAll(shop, purchase.order.publicId, paymentId)
          return { sold, held, kept, states: await states(), ...inAll }
        },
      }
    },
    ends: { sold: 1, held: 0, kept: 0, states: ['taken', 'waiting'], ...ALL_PAID, tickets: ['valid'] },
    points: [
      'commit: a batch of orders',
      'provider: createCheckout',
      'commit: update orders, update provider_checkouts, insert provider_checkouts, insert audit_rows',
    ],
  },
  'an offer lapses, and the place goes to the next': {
    async begin(shop) {
      const { stock, states, second } = await offered(shop)
      await shop.advance({ minutes: 31 })
      return {
        jobs: ['waiting-list.offer'],
        async outcome() {
          const { sold, held, offered: kept } = await stock()
          const isNotified = (await mailsWith(shop, second, 'Se liberó lugar')) > 0
          return { sold, held, kept, states: await states(), isNotified }
        },
      }
    },
    ends: { sold: 0, held: 1, kept: 1, states: ['lapsed', 'offered'], isNotified: true },
    points: [
      'commit: call waiting_list_write, add job waiting-list.notify',
      'commit: update waiting_list_entries',
      'take job waiting-list.notify',
      'mail: send',
      'end job waiting-list.notify',
      'take job waiting-list.notify',
      'whatsapp: sendTemplate',
      'end job waiting-list.notify',
    ],
  },
  'an account gets new tokens': {
    async begin(shop) {
      const { companyId, collectorId, eventId, typeId } = await shop.givenSale(farOff)
      const owner = await shop.given.user({ memberOf: { id: companyId } })
      const { accessToken, refreshToken } = await shop.simulator.control.issueTokens(collectorId)
      await shop.app.db
        .updateTable('payment_accounts')
        .set({ access_token_sealed: shop.app.vault.seal(TOKEN_LABEL, accessToken) })
        .set({ refresh_token_sealed: shop.app.vault.seal(TOKEN_LABEL, refreshToken) })
        .set({ refresh_at: sql<string>`app_now()`, next_attempt_at: sql<string>`app_now()` })
        .where('company_id', '=', companyId)
        .execute()
      // Those of the other stories have their day later.
      await shop.app.db
        .updateTable('payment_accounts')
        .set({ next_attempt_at: sql<string>`app_now() + interval '1 day'` })
        .where('company_id', '<>', companyId)
        .execute()
      return {
        jobs: ['companies.care-for-accounts'],
        async outcome() {
          const { state } = await shop.app.db
            .selectFrom('payment_accounts')
            .select('state')
            .where('company_id', '=', companyId)
            .executeTakeFirstOrThrow()
          const isNew = (await findSellingAccount(shop.app, companyId))?.accessToken !== accessToken
          // The old token gives a new one once: a process that dies with the answer leaves an account whose owner is notified.
          const isNotified = (await mailsWith(shop, owner, 'Reconectá la cuenta')) > 0
          const isCaredFor =
            state === 'connected' ? isNew && !isNotified : state === 'refresh_failed' && !isNew && isNotified
          const purchase = await shop.buy(await shop.given.user(), typeId, eventId, 2)
          const paymentId = await shop.simulator.control.pay(await shop.preferenceOf(purchase))
          await shop.settle()
          return { isCaredFor, ...(await paidInAll(shop, purchase.order.publicId, paymentId)) }
        },
      }
    },
    ends: { isCaredFor: true, ...ALL_PAID },
    points: [
      'take payment_accounts',
      'provider: refreshToken',
      'commit: update payment_accounts, insert audit_rows',
      'provider: fetchAccount',
      'update payment_accounts',
    ],
  },
  'the notice of a cancelled event reaches its people': {
    async begin(shop) {
      const { eventId, companyId, buyer } = await shop.paid(farOff)
      const owner = await shop.given.user({ memberOf: { id: companyId } })
      const params = { id: eventId }
      const body = { reason: 'Se inundó el salón', confirmation: farOff.event.name }
      await shop.call(cancelEvent, { params, body }, { as: owner })
      await shop.settle()
      await shop.call(sendCancellation, { params }, { as: owner })
      return {
        jobs: ['notices.deliver'],
        async outcome() {
          const { notices } = await shop.call(getNotices, { params }, { as: owner })
          const isNotified = (await mailsWith(shop, buyer, 'Se inundó el salón')) > 0
          return { people: notices[0]?.people, sent: notices[0]?.sent, isNotified }
        },
      }
    },
    ends: { people: 1, sent: 1, isNotified: true },
    points: [
      'take notice_deliveries',
      'take notice_deliveries',
      'whatsapp: sendTemplate',
      'mail: send',
      'update notice_deliveries',
      'update notice_deliveries',
    ],
  },
  'a receipt that did not leave with its tickets is mailed': {
    async begin(shop) {
      // Those of the other stories are no longer waited for.
      await shop.app.queue.runJob(shop.app, 'receipts.sweep')
      await sql`update receipt_mails set state = 'sent' where state = 'queued'`.execute(shop.app.db)
      const { publicId, buyer } = await shop.paid(farOff)
      await shop.app.queue.runJob(shop.app, 'notifications.deliver')
      const { id: order_id } = await shop.app.db
        .selectFrom('orders')
        .select('id')
        .where('public_id', '=', publicId)
        .executeTakeFirstOrThrow()
      await shop.app.db.deleteFrom('receipt_mails').where('order_id', '=', order_id).execute()
      return {
        jobs: ['receipts.sweep', 'receipts.mail'],
        async outcome() {
          const rows = await shop.app.db
            .selectFrom('receipt_mails as m')
            .innerJoin('orders as o', 'o.id', 'm.order_id')
            .select('m.state')
            .where('o.public_id', '=', publicId)
            .execute()
          return { rows, isMailed: (await mailsWith(shop, buyer, 'Comprobante de tu compra')) > 0 }
        },
      }
    },
    ends: { rows: [{ state: 'sent' }], isMailed: true },
    points: [
      'commit: insert receipt_mails, insert invoices, update receipt_progress',
      'take receipt_mails',
      'mail: send',
      'update receipt_mails',
      'commit: insert receipt_mails, insert invoices, update receipt_progress',
      'commit: insert receipt_mails, insert invoices, update receipt_progress',
      'commit: insert receipt_mails, insert invoices, update receipt_progress',
    ],
  },
}
