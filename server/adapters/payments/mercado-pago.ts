import * as z from 'zod/mini'
import { toPesos } from '#contract/values/money.ts'
import { shorten } from '#contract/values/text.ts'
import { toInstant } from '#server/shared/clock.ts'
import {
  answerIfKnown,
  answerOf,
  createClient,
  describe,
  faultOf,
  shaped,
  type ClientSettings,
} from './mercado-pago-client.ts'
import { listsOf } from './mercado-pago-lists.ts'
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

const STATEMENT_LENGTH = 22
const TITLE_LENGTH = 250

const preference = z.object({ id: z.string(), init_point: z.url(), collector_id: z.union([z.int(), z.string()]) })
const expired = z.object({ id: z.string() })

/** Payments through Mercado Pago. In development and in tests `baseUrl` and `authUrl` are the simulator's. */
export function createMercadoPago(settings: MercadoPagoSettings): Payments {
  const client = createClient(settings)

  async function fetchPayment({ accessToken }: PaymentAccount, paymentId: string): Promise<ProviderPayment | null> {
    if (!isPaymentId(paymentId)) return null
    const path = `/v1/payments/${paymentId}`
    return answerIfKnown(await client.call('fetchPayment', readPayment, { method: 'GET', path, accessToken }))
  }

  /** Why a refund was refused. The vendor's codes settle what only it knows; the payment itself gives the rest. */
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

    async createCheckout({ accessToken, collectorId }, request) {
      const outcome = await client.call('createCheckout', shaped(preference), {
        method: 'POST',
        path: '/checkout/preferences/',
        body: preferenceBody(request),
        accessToken,
        idempotencyKey: request.idempotencyKey,
      })
      const made = answerOf(outcome)
      // A checkout that another account would collect must never reach a buyer (invariant M8).
      if (String(made.collector_id) !== collectorId) throw new ProviderUnavailable('wrong_account', 'createCheckout')
      return { preferenceId: made.id, url: made.init_point }
    },

    async expireCheckout({ accessToken }, preferenceId) {
      const outcome = await client.call('expireCheckout', shaped(expired), {
        method: 'PUT',
        path: `/checkout/preferences/${encodeURIComponent(preferenceId)}/expire`,
        body: {},
        accessToken,
        idempotencyKey: `expire-${preferenceId}`,
      })
      return answerIfKnown(outcome) !== null
    },

    fetchPayment,

    ...listsOf(client),

    async cancelPayment(account, paymentId) {
      if (!isPaymentId(paymentId)) return null
      const outcome = await client.call('cancelPayment', readPayment, {
        method: 'PUT',
        path: `/v1/payments/${paymentId}`,
        body: { status: 'cancelled' },
        accessToken: account.accessToken,
        idempotencyKey: `cancel-${paymentId}`,
      })
      // Refused because it is no longer pending: returns its current state.
      if (!outcome.ok && outcome.status === 400) return fetchPayment(account, paymentId)
      return answerIfKnown(outcome)
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
      const outcome = await client.call('refundPayment', readRefund, {
        method: 'POST',
        path: `/v1/payments/${paymentId}/refunds`,
        body: amountCents === undefined ? {} : { amount: toPesos(amountCents) },
        accessToken: account.accessToken,
        idempotencyKey,
      })
      if (!outcome.ok) {
        if (outcome.status === 401) return rejected('account_revoked', describe(outcome))
        if (outcome.status === 409) throw faultOf(outcome)
        return rejected(await whyRefused(account, request, outcome.codes), describe(outcome))
      }
      const { refundId, state } = outcome.answer
      return state === 'rejected'
        ? { state, reason: 'other', refundId, detail: 'rejected' }
        : { state, refundId, amountCents: outcome.answer.amountCents }
    },

    ...connectAccounts(client, settings),
    verifyWebhook: (signature) => verifySignature(settings.webhookSecret, signature),
    readNotification: ({ query, body }) => readNotification(query, body),
  }
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
    statement_descriptor: statementOf(request.statementDescriptor),
    metadata: { order: request.orderPublicId, attempt: request.attempt },
  }
}

/** The vendor wants an offset spelt out. */
function vendorInstant(instant: string): string {
  return toInstant(instant).replace('Z', '+00:00')
}

/** Card statements have no accents: an `ñ` becomes `ni`, which says no other word. What is too long ends with a whole word. */
function statementOf(text: string): string {
  const written = text
    .normalize('NFC')
    .replaceAll('ñ', 'ni')
    .replaceAll(/Ñ(?=\p{Ll})/gu, 'Ni')
    .replaceAll('Ñ', 'NI')
    .normalize('NFD')
  const words = written
    .replaceAll(/[^\x20-\x7e]/g, '')
    .split(/\s+/)
    .filter(Boolean)
  let statement = words[0]?.slice(0, STATEMENT_LENGTH) ?? ''
  for (const word of words.slice(1)) {
    if (statement.length + 1 + word.length > STATEMENT_LENGTH) break
    statement += ` ${word}`
  }
  return statement
}
