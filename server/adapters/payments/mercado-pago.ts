import { Payment, PaymentRefund, Preference } from 'mercadopago'
import * as z from 'zod/mini'
import { toPesos } from '#contract/money.ts'
import { shorten } from '#contract/text.ts'
import { toInstant } from '#server/shared/clock.ts'
import { answerOf, createClient, describe, faultOf, type ClientSettings, type Outcome } from './mercado-pago-client.ts'
import { connectAccounts, type Application } from './mercado-pago-oauth.ts'
import { readPayment, readRefund } from './mercado-pago-payment.ts'
import { isPaymentId, readNotification, verifySignature } from './mercado-pago-webhook.ts'
import {
  ProviderUnavailable,
  type CheckoutRequest,
  type PaymentAccount,
  type Payments,
  type ProviderPayment,
  type RefundRefusal,
  type RefundRequest,
  type RefundResult,
} from './port.ts'

export interface MercadoPagoSettings extends ClientSettings, Application {
  /** Signs the notifications of this application. */
  readonly webhookSecret: string
}

const SEARCH_PAGE = 50
const SEARCH_PAGES = 10
const STATEMENT_LENGTH = 22
const TITLE_LENGTH = 250

const preference = z.object({ id: z.string(), init_point: z.url(), collector_id: z.union([z.int(), z.string()]) })
const search = z.object({ results: z.array(z.unknown()), paging: z.object({ total: z.int() }) })

/** Payments through Mercado Pago. In development and in tests `baseUrl` and `authUrl` are the simulator's. */
export function createMercadoPago(settings: MercadoPagoSettings): Payments {
  const client = createClient(settings)

  async function fetchPayment(account: PaymentAccount, paymentId: string): Promise<ProviderPayment | null> {
    if (!isPaymentId(paymentId)) return null
    const outcome = await client.call('fetchPayment', account.accessToken, null, (config) =>
      new Payment(config).get({ id: paymentId }),
    )
    return isUnknown(outcome) ? null : paymentOf(answerOf(outcome, 'fetchPayment'), 'fetchPayment')
  }

  /** Why a refund was refused. The vendor's codes settle what only it knows; the payment itself tells the rest. */
  async function whyRefused(
    account: PaymentAccount,
    request: RefundRequest,
    codes: readonly string[],
  ): Promise<RefundRefusal> {
    if (codes.some((code) => ['2024', '15016'].includes(code))) return 'too_late'
    if (codes.some((code) => ['2030', '2031'].includes(code))) return 'insufficient_balance'
    const payment = await fetchPayment(account, request.paymentId)
    if (payment === null) return 'not_found'
    if (payment.status === 'refunded') return 'already_refunded'
    if (payment.status !== 'approved') return 'not_refundable'
    return (request.amountCents ?? 0) > payment.amountCents - payment.refundedCents ? 'exceeds_remainder' : 'other'
  }

  return {
    isConfigured: true,

    async createCheckout(account, request) {
      const outcome = await client.call('createCheckout', account.accessToken, request.idempotencyKey, (config) =>
        new Preference(config).create({ body: preferenceBody(request) }),
      )
      const answer = preference.safeParse(answerOf(outcome, 'createCheckout'))
      if (!answer.success) throw new ProviderUnavailable('bad_answer', 'createCheckout')
      // A checkout that another account would collect must never reach a buyer (invariant M8).
      if (String(answer.data.collector_id) !== account.collectorId)
        throw new ProviderUnavailable('wrong_account', 'createCheckout')
      return { preferenceId: answer.data.id, url: answer.data.init_point }
    },

    async expireCheckout(account, preferenceId) {
      const outcome = await client.rest(
        'expireCheckout',
        `/checkout/preferences/${encodeURIComponent(preferenceId)}/expire`,
        {
          method: 'PUT',
          body: {},
          idempotencyKey: `expire-${preferenceId}`,
          accessToken: account.accessToken,
        },
      )
      if (isUnknown(outcome)) return false
      answerOf(outcome, 'expireCheckout')
      return true
    },

    fetchPayment,

    async searchPayments(account, externalReference) {
      const found: ProviderPayment[] = []
      for (let page = 0; page < SEARCH_PAGES; page += 1) {
        const options = {
          sort: 'date_created',
          criteria: 'desc',
          external_reference: externalReference,
          limit: SEARCH_PAGE,
          offset: page * SEARCH_PAGE,
        } as const
        const outcome = await client.call('searchPayments', account.accessToken, null, (config) =>
          new Payment(config).search({ options }),
        )
        const answer = search.safeParse(answerOf(outcome, 'searchPayments'))
        if (!answer.success) throw new ProviderUnavailable('bad_answer', 'searchPayments')
        found.push(...answer.data.results.map((result) => paymentOf(result, 'searchPayments')))
        if (found.length >= answer.data.paging.total || answer.data.results.length === 0) break
      }
      return found
    },

    async cancelPayment(account, paymentId) {
      if (!isPaymentId(paymentId)) return null
      const outcome = await client.call('cancelPayment', account.accessToken, `cancel-${paymentId}`, (config) =>
        new Payment(config).cancel({ id: paymentId }),
      )
      // Refused because it is no longer pending: how it stands is the answer.
      if (!outcome.ok && outcome.status === 400) return fetchPayment(account, paymentId)
      return isUnknown(outcome) ? null : paymentOf(answerOf(outcome, 'cancelPayment'), 'cancelPayment')
    },

    async refundPayment(account, request): Promise<RefundResult> {
      const { paymentId, amountCents, idempotencyKey } = request
      const rejected = (reason: RefundRefusal, detail = ''): RefundResult => ({
        state: 'rejected',
        reason,
        refundId: null,
        detail,
      })
      if (!isPaymentId(paymentId)) return rejected('not_found')
      const outcome = await client.call('refundPayment', account.accessToken, idempotencyKey, (config) => {
        const refunds = new PaymentRefund(config)
        return amountCents === undefined
          ? refunds.total({ payment_id: paymentId })
          : refunds.create({ payment_id: paymentId, body: { amount: toPesos(amountCents) } })
      })
      if (!outcome.ok) {
        if (outcome.status === 401) return rejected('account_revoked', describe(outcome))
        if (outcome.status === 409) throw faultOf(outcome, 'refundPayment')
        return rejected(await whyRefused(account, request, outcome.codes), describe(outcome))
      }
      const refund = readRefund(outcome.answer)
      if (refund === null) throw new ProviderUnavailable('bad_answer', 'refundPayment')
      const { refundId, state } = refund
      return state === 'rejected'
        ? { state, reason: 'other', refundId, detail: 'rejected' }
        : { state, refundId, amountCents: refund.amountCents }
    },

    async listRefunds(account, paymentId) {
      if (!isPaymentId(paymentId)) return []
      const outcome = await client.call('listRefunds', account.accessToken, null, (config) =>
        new PaymentRefund(config).list({ payment_id: paymentId }),
      )
      if (isUnknown(outcome)) return []
      const answer: unknown = answerOf(outcome, 'listRefunds')
      if (!Array.isArray(answer)) throw new ProviderUnavailable('bad_answer', 'listRefunds')
      return answer.map((told: unknown) => {
        const refund = readRefund(told)
        if (refund === null) throw new ProviderUnavailable('bad_answer', 'listRefunds')
        return refund
      })
    },

    ...connectAccounts(client, settings),
    verifyWebhook: (signature) => verifySignature(settings.webhookSecret, signature),
    readNotification: ({ query, body }) => readNotification(query, body),
  }
}

function isUnknown(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.status === 404
}

function paymentOf(answer: unknown, operation: string): ProviderPayment {
  const payment = readPayment(answer)
  if (payment === null) throw new ProviderUnavailable('bad_answer', operation)
  return payment
}

/** A preference of Checkout Pro. It has no clock in it: the same request makes the same body, as its key demands. */
function preferenceBody(request: CheckoutRequest) {
  const [firstName = '', ...surnames] = request.payer.name.trim().split(/\s+/)
  const notificationUrl = new URL(request.notificationUrl)
  // Without it the vendor also sends its older kind of notification, unsigned.
  notificationUrl.searchParams.set('source_news', 'webhooks')
  const expiresAt = vendorInstant(request.expiresAt)
  return {
    items: request.items.map((item) => ({
      id: item.id,
      title: shorten(item.title, TITLE_LENGTH),
      category_id: 'tickets',
      quantity: item.quantity,
      currency_id: 'ARS',
      unit_price: toPesos(item.unitPriceCents),
    })),
    payer: {
      name: firstName,
      ...(surnames.length > 0 ? { surname: surnames.join(' ') } : {}),
      ...(request.payer.mail === null ? {} : { email: request.payer.mail }),
    },
    ...(request.marketplaceFeeCents > 0 ? { marketplace_fee: toPesos(request.marketplaceFeeCents) } : {}),
    external_reference: request.externalReference,
    notification_url: notificationUrl.href,
    back_urls: { ...request.backUrls },
    auto_return: 'approved',
    expires: true,
    expiration_date_to: expiresAt,
    date_of_expiration: request.cashUntil === undefined ? expiresAt : vendorInstant(request.cashUntil),
    binary_mode: request.binary,
    ...(request.allowCash ? {} : { payment_methods: { excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }] } }),
    statement_descriptor: asciiOf(request.statementDescriptor).slice(0, STATEMENT_LENGTH),
    metadata: { order: request.orderPublicId, attempt: request.attempt },
  }
}

/** The vendor wants an offset spelt out. */
function vendorInstant(instant: string): string {
  return toInstant(instant).replace('Z', '+00:00')
}

/** Card statements have no accents. */
function asciiOf(text: string): string {
  return text.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '')
}
