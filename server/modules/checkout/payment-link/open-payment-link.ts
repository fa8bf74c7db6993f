/** The payment link: makes the provider's checkout, or finds the one that was made, and sends the buyer there. */
import { brand } from '#contract/platform/brand.ts'
import { toLocalTime } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { ProviderUnavailable, type CheckoutItem, type CheckoutRequest } from '#server/adapters/payments/port.ts'
import { inTransaction, type App, type Core } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import type { PageAnswer } from '#server/http/bound.ts'
import { findReachable } from '#server/modules/accounts/queries.ts'
import { findSellingAccount } from '#server/modules/companies/payment-account/queries.ts'
import { keepCheckout } from '#server/modules/payments/store.ts'
import { makeCheckout } from '#server/modules/payments/make-checkout.ts'
import { findCheckout, findShownPayment, type OpenCheckout } from '#server/modules/payments/queries.ts'
import { CHECKOUT_MARGIN_SECONDS } from '#server/modules/payments/payment.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { isFailure } from '#server/shared/failure.ts'
import { CASH_SECONDS, holdEnd } from '../holds/hold-rules.ts'
import { isUnpaid } from '../order.ts'
import { linkInvalidPage, providerDownPage } from './page.ts'
import { isPaymentSignature, paymentUrl } from './payment-link.ts'
import { findOrder, listSold, type FoundOrder } from '../queries.ts'
import { lockOrder, setPendingPayment } from '../store.ts'

const RETRY_SECONDS = 5

type Opened = { readonly location: string } | PageAnswer

/**
 * Sends the browser to the checkout of an order that is held, or to its result screen when there is nothing to pay any more.
 * A link with a wrong signature gets a 404 page. While the provider does not answer there is a 503 page, which keeps the hold
 * and tries again by itself. The provider is called outside any transaction. Order and attempt are the key of the call, so
 * that two tabs get the same checkout.
 */
export async function openPaymentLink(app: App, publicId: string, signature: string): Promise<Opened> {
  const order = isPaymentSignature(app, publicId, signature) ? await findOrder(app, publicId) : undefined
  if (!order) return { status: 404, html: linkInvalidPage() }
  const { payUntil } = order
  if (!isUnpaid(order.shownState) || payUntil === null) return { location: resultUrl(app, order) }
  const isPending = (await findShownPayment(app, order.id))?.status === 'pending'
  if (isPending) return { location: `${app.config.publicUrl}${paths.payResult('pending', queryOf(order))}` }
  const made = await findCheckout(app, order.id)
  // A hold that was lengthened needs a checkout that lasts as long.
  if (made && made.expiresAt === payUntil) return { location: made.url }
  try {
    return { location: await sendToCheckout(app, { ...order, payUntil }, made) }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !isFailure(error, 'busy')) throw error
    app.log.warn({ err: error, orderId: order.id }, 'no checkout could be made')
    const page = { payUntil: toLocalTime(payUntil), again: paymentUrl(app, publicId), seconds: RETRY_SECONDS }
    return { status: 503, html: providerDownPage(page) }
  }
}

function resultUrl(app: Core, order: FoundOrder): string {
  const isPaid = order.state === 'paid' || order.state === 'partially_refunded' || order.totalCents === 0
  return `${app.config.publicUrl}${paths.payResult(isPaid ? 'success' : 'failure', queryOf(order))}`
}

function queryOf(order: FoundOrder) {
  return { platform: order.platform, eventId: order.eventId, order: order.publicId }
}

type PayableOrder = FoundOrder & { readonly payUntil: string }

async function sendToCheckout(app: App, order: PayableOrder, earlier: OpenCheckout | undefined): Promise<string> {
  const account = await findSellingAccount(app, order.companyId)
  if (!account) throw new ProviderUnavailable('account_revoked', 'createCheckout')
  const attempt = (earlier?.attempt ?? 0) + 1
  const checkout = await makeCheckout(app, order.companyId, account, await requestOf(app, order, attempt))
  return inTransaction(app, async (app) => {
    await lockOrder(app, { id: order.id })
    const now = await findOrder(app, order.publicId)
    // It was paid or ended, or its event was cancelled, while the provider was asked.
    if (!now || !isUnpaid(now.shownState)) return resultUrl(app, now ?? order)
    await setPendingPayment(app, order.id)
    await keepCheckout(app, {
      orderId: order.id,
      attempt,
      providerCheckoutId: checkout.preferenceId,
      url: checkout.url,
      collectorId: account.collectorId,
      expiresAt: order.payUntil,
    })
    await audit(app, SYSTEM, 'order.checkout', ['order', order.id], {
      after: { attempt, collectorId: account.collectorId },
    })
    return checkout.url
  })
}

async function requestOf(app: App, order: PayableOrder, attempt: number): Promise<CheckoutRequest> {
  const [buyer, lines] = [await findReachable(app, order.buyerId), await listSold(app, order.id)]
  if (!buyer) throw new Error('The buyer of an order is missing')
  const { publicUrl } = app.config
  const result = (how: 'success' | 'pending' | 'failure') => `${publicUrl}${paths.payResult(how, queryOf(order))}`
  const takesCash = order.acceptsCash && order.isFarOff
  return {
    orderPublicId: order.publicId,
    attempt,
    items: itemsOf(lines),
    payer: { name: buyer.name, mail: buyer.mail },
    marketplaceFeeCents: order.feeCents + order.absorbedFeeCents,
    externalReference: order.publicId,
    notificationUrl: `${publicUrl}/api/v1/webhook/mercadopago?order=${order.publicId}`,
    backUrls: { success: result('success'), pending: result('pending'), failure: result('failure') },
    expiresAt: order.payUntil,
    ...(takesCash
      ? { cashUntil: addSeconds(holdEnd(order.createdAt, CASH_SECONDS, order.startsAt), -CHECKOUT_MARGIN_SECONDS) }
      : {}),
    binary: !order.acceptsCash,
    allowCash: takesCash,
    statementDescriptor: `${brand.name} ${order.eventName}`,
    idempotencyKey: `checkout-${order.publicId}-${attempt}`,
  }
}

/** The lines as the provider's page shows them; the service fee is an item of its own, as it was on ours. */
function itemsOf(lines: Awaited<ReturnType<typeof listSold>>): CheckoutItem[] {
  const items = lines
    .filter((line) => line.priceCents > 0)
    .map(({ id, name, quantity, priceCents, discountCents }) => ({
      id,
      title: discountCents > 0 ? `${name} (con descuento)` : name,
      quantity,
      unitPriceCents: priceCents,
    }))
  const feeCents = lines.reduce((total, line) => total + line.quantity * line.feeCents, 0)
  if (feeCents > 0)
    items.push({ id: 'service-fee', title: 'Cargo por servicio', quantity: 1, unitPriceCents: feeCents })
  return items
}
