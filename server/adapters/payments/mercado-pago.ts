import * as z from 'zod/mini'
import { toPesos } from '#contract/money.ts'
import { shorten } from '#contract/text.ts'
import { toInstant } from '#server/shared/clock.ts'
import {
  answerIfKnown,
  answerOf,
  createClient,
  describe,
  faultOf,
  shaped,
  type ClientSettings,
  type Read,
} from './mercado-pago-client.ts'
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
/** Of everything that changed at an account: as far as the provider pages. */
const CHANGED_PAGES = 200
const STATEMENT_LENGTH = 22
const TITLE_LENGTH = 250

const preference = z.object({ id: z.string(), init_point: z.url(), collector_id: z.union([z.int(), z.string()]) })
const expired = z.object({ id: z.string() })
const search = z.object({ results: z.array(z.unknown()), paging: z.object({ total: z.int() }) })

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

  /** Page after page, `most` of them. */
  async function search(
    operation: string,
    { accessToken }: PaymentAccount,
    query: Readonly<Record<string, string>>,
    most: number,
  ) {
    const found: ProviderPayment[] = []
    for (let page = 0; page < most; page += 1) {
      const outcome = await client.call(operation, readSearch, {
        method: 'GET',
        path: '/v1/payments/search',
        query: { ...query, limit: SEARCH_PAGE, offset: page * SEARCH_PAGE },
        accessToken,
      })
      const { payments, total } = answerOf(outcome)
      found.push(...payments)
      if (found.length >= total || payments.length === 0) return { payments: found, isWhole: true }
    }
    return { payments: found, isWhole: false }
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

    async searchPayments(account, externalReference) {
      const query = { sort: 'date_created', criteria: 'desc', external_reference: externalReference }
      return (await search('searchPayments', account, query, SEARCH_PAGES)).payments
    },

    listChanged(account, from) {
      const order = { sort: 'date_last_updated', criteria: 'asc' }
      const since = { range: 'date_last_updated', begin_date: from, end_date: 'NOW' }
      return search('listChanged', account, { ...order, ...since }, CHANGED_PAGES)
    },

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

    async listRefunds({ accessToken }, paymentId) {
      if (!isPaymentId(paymentId)) return []
      const read = (answer: unknown) => readEach(answer, readRefund)
      const path = `/v1/payments/${paymentId}/refunds/`
      return answerIfKnown(await client.call('listRefunds', read, { method: 'GET', path, accessToken })) ?? []
    },

    ...connectAccounts(client, settings),
    verifyWebhook: (signature) => verifySignature(settings.webhookSecret, signature),
    readNotification: ({ query, body }) => readNotification(query, body),
  }
}

function readSearch(answer: unknown): { payments: ProviderPayment[]; total: number } | null {
  const page = shaped(search)(answer)
  const payments = readEach(page?.results, readPayment)
  return page === null || payments === null ? null : { payments, total: page.paging.total }
}

/** Each of a list, or null when one of them does not say what it must: a list with holes would be believed whole. */
function readEach<Item>(answer: unknown, read: Read<Item>): Item[] | null {
  if (!Array.isArray(answer)) return null
  const items: Item[] = []
  for (const row of answer as readonly unknown[]) {
    const item = read(row)
    if (item === null) return null
    items.push(item)
  }
  return items
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
