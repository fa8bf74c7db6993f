/** What a buyer or a seller does in the browser: the checkout page, the authorization page, the list of payments. */
import { randomInt } from 'node:crypto'
import { addSeconds } from '#server/shared/clock.ts'
import { addSeller } from './accounts.ts'
import { isForeign, type Call, type Reply } from './http.ts'
import { approveAuthorization, denyAuthorization, readAuthorization } from './oauth.ts'
import { authorizationPage } from './pages-authorization.ts'
import { checkoutPage, expiredPage, REJECTIONS } from './pages-checkout.ts'
import { panelPage, refusedPage } from './pages-panel.ts'
import { approvePayment, createPayment, METHODS, paymentTypeOf, type PayOptions } from './payments.ts'
import { acceptsCash, isExpired } from './preferences.ts'
import { chargeBack, refundPayment, settleChargeback } from './refunds.ts'
import { Refusal, type Simulator } from './simulator.ts'
import { lookUp, schedule, type StoredPayment, type StoredPreference } from './state.ts'

const LONGEST_WAIT_SECONDS = 3_600

/** Answers the pages; null when the path is none of theirs. */
export async function answerPages(simulator: Simulator, call: Call): Promise<Reply | null> {
  const page = pages[`${call.method} ${call.path}`]
  if (!page) return null
  try {
    if (call.method === 'POST' && isForeign(call))
      throw new Refusal(403, 'forbidden', 'Este formulario vino de otro sitio')
    const reply = page(simulator, call.method === 'POST' ? new URLSearchParams(call.text) : call.query)
    if (call.method === 'POST') await simulator.save()
    return reply
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'html', status: error.status, html: refusedPage(simulator, error.message) }
  }
}

const pages: Record<string, (simulator: Simulator, sent: URLSearchParams) => Reply> = {
  'GET /': (simulator) => show(panelPage(simulator)),
  'POST /panel': actOnPayment,
  'GET /checkout/v1/redirect': showCheckout,
  'POST /checkout/v1/pay': pay,
  'GET /authorization': (simulator, query) => show(authorizationPage(simulator, readAuthorization(simulator, query))),
  'POST /authorization': authorize,
}

function showCheckout(simulator: Simulator, query: URLSearchParams): Reply {
  const preference = preferenceOf(simulator, query.get('pref_id'))
  return show(
    isExpired(simulator, preference)
      ? expiredPage(simulator, preference, backUrl(preference, null))
      : checkoutPage(simulator, preference),
  )
}

/** One of the checkout's buttons; the buyer goes back to the shop with the query that the real one adds. */
function pay(simulator: Simulator, form: URLSearchParams): Reply {
  const preference = preferenceOf(simulator, form.get('pref_id'))
  const ending = form.get('ending')
  if (ending === 'leave') return { kind: 'redirect', location: backUrl(preference, null) }
  if (isExpired(simulator, preference)) return show(expiredPage(simulator, preference, backUrl(preference, null)))
  const method = METHODS.find((candidate) => candidate === form.get('method')) ?? 'visa'
  const isCash = paymentTypeOf(method) === 'ticket'
  if (isCash && !acceptsCash(preference)) throw new Refusal(400, 'bad_request', 'Este vendedor no acepta efectivo')
  if (ending === 'late') return payLate(simulator, preference, method, secondsOf(form.get('seconds')))
  const options = endingOptions(ending, isCash, form.get('reason'))
  if (options.outcome !== 'approved' && options.outcome !== 'rejected') refuseBinary(preference)
  const payment = createPayment(simulator, preference, { method, ...options, ...simulator.switches.payment })
  return { kind: 'redirect', location: backUrl(preference, payment) }
}

/**
 * The money comes `seconds` later: a pending payment is approved then; where nothing may stay pending the buyer is still
 * typing his card, and the payment itself is made then.
 */
function payLate(simulator: Simulator, preference: StoredPreference, method: string, seconds: number): Reply {
  const at = addSeconds(simulator.clock.now(), seconds)
  if (preference.body['binary_mode'] === true) {
    schedule(simulator.state, { at, kind: 'pay', preferenceId: preference.id, method })
    return { kind: 'redirect', location: backUrl(preference, null, 'pending') }
  }
  const payment = createPayment(simulator, preference, {
    outcome: paymentTypeOf(method) === 'ticket' ? 'pending' : 'in_process',
    method,
    ...simulator.switches.payment,
  })
  schedule(simulator.state, { at, kind: 'approve', paymentId: payment.id })
  return { kind: 'redirect', location: backUrl(preference, payment) }
}

function authorize(simulator: Simulator, form: URLSearchParams): Reply {
  const request = readAuthorization(simulator, form)
  if (form.get('answer') !== 'approve') return { kind: 'redirect', location: denyAuthorization(request) }
  const chosen = form.get('user_id') ?? ''
  const userId = chosen === 'new' ? newSeller(simulator, form.get('nickname') ?? '') : chosen
  return { kind: 'redirect', location: approveAuthorization(simulator, request, userId) }
}

function newSeller(simulator: Simulator, nickname: string): string {
  const name = nickname.trim().slice(0, 40)
  if (name === '') throw new Refusal(400, 'bad_request', 'Escribí un nombre para la cuenta nueva')
  const userId = String(randomInt(100_000_000, 999_999_999))
  // Tokens of its own come with the exchange of the code.
  addSeller(simulator, { userId, nickname: name, accessToken: `APP_USR-own-${userId}`, isOauth: false })
  return userId
}

function actOnPayment(simulator: Simulator, form: URLSearchParams): Reply {
  const payment = lookUp(simulator.state.payments, form.get('payment') ?? '')
  if (!payment) throw new Refusal(404, 'not_found', 'No hay un pago con ese número')
  const action = form.get('action')
  if (action === 'approve') approvePayment(simulator, payment)
  if (action === 'refund') refundPayment(simulator, payment, null)
  if (action === 'chargeback') chargeBack(simulator, payment)
  if (action === 'chargeback-won') settleChargeback(simulator, payment, 'won')
  if (action === 'chargeback-lost') settleChargeback(simulator, payment, 'lost')
  return { kind: 'redirect', location: `${simulator.basePath}/` }
}

function endingOptions(ending: string | null, isCash: boolean, reason: string | null): Partial<PayOptions> {
  if (ending === 'reject') {
    const known = REJECTIONS.find(([code]) => code === reason)
    return { outcome: 'rejected', statusDetail: known?.[0] ?? 'cc_rejected_other_reason' }
  }
  // A coupon is paid days later, in a shop.
  if (isCash) return { outcome: 'pending' }
  return { outcome: ending === 'pending' ? 'in_process' : 'approved' }
}

function refuseBinary(preference: StoredPreference): void {
  if (preference.body['binary_mode'] === true)
    throw new Refusal(400, 'bad_request', 'Este checkout no admite pagos pendientes')
}

function preferenceOf(simulator: Simulator, id: string | null): StoredPreference {
  const preference = lookUp(simulator.state.preferences, id ?? '')
  if (!preference) throw new Refusal(404, 'not_found', 'No encontramos este pago')
  return preference
}

/** The shop's address for this end, with the vendor's query. Leaving without paying writes the word `null`, as it does. */
function backUrl(
  preference: StoredPreference,
  payment: StoredPayment | null,
  leaving: 'failure' | 'pending' = 'failure',
): string {
  const addresses = preference.body['back_urls']
  const end =
    payment === null
      ? leaving
      : payment.status === 'approved'
        ? 'success'
        : payment.status === 'rejected'
          ? 'failure'
          : 'pending'
  const address: unknown = addresses !== null && typeof addresses === 'object' ? Reflect.get(addresses, end) : null
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new Refusal(400, 'bad_request', 'El vendedor no dijo adónde volver')
  const url = new URL(address)
  const reference = preference.body['external_reference']
  const query = {
    collection_id: payment?.id,
    collection_status: payment?.status,
    payment_id: payment?.id,
    status: payment?.status,
    external_reference: typeof reference === 'string' ? reference : undefined,
    payment_type: payment ? paymentTypeOf(payment.method) : undefined,
    merchant_order_id: payment ? preference.merchantOrderId : undefined,
    preference_id: preference.id,
    site_id: 'MLA',
    processing_mode: 'aggregator',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value ?? 'null')
  return url.href
}

function secondsOf(text: string | null): number {
  const seconds = Math.round(Number(text))
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : 30
}

function show(html: string): Reply {
  return { kind: 'html', status: 200, html }
}
