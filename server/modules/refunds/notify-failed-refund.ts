/** Tells of a refund that the provider will never make, for nobody asks for it again by itself. */
import { brand } from '#contract/brand.ts'
import { formatExactCents } from '#contract/exact-money.ts'
import { paths } from '#contract/paths.ts'
import { PROVIDER_REFUND_DAYS } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { listOwners } from '#server/modules/companies/payment-account/queries.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findFailedRefund } from './queries.ts'

/**
 * A mail to each owner of the company, and to our team. Those of a mass refund are in its own report. Throws when the mail host
 * is away, to be tried again.
 */
export async function notifyFailedRefund(app: App, refundId: string): Promise<void> {
  const refund = await findFailedRefund(app, refundId)
  if (!refund || refund.massRefundId !== null) return
  const { eventName, eventId, publicId, amountCents, companyId, isTooOld } = refund
  const why = isTooOld
    ? `Pasaron más de ${PROVIDER_REFUND_DAYS} días del pago de la compra ${publicId} para ${eventName}: Mercado Pago ya no devuelve esos ${formatExactCents(amountCents)}.`
    : `Mercado Pago rechazó devolver ${formatExactCents(amountCents)} de la compra ${publicId} para ${eventName}, y no lo va a hacer.`
  const owners = await listOwners(app, companyId)
  const readers = [...owners, { id: 'team', name: brand.name, mail: brand.supportMail }]
  for (const { id, name, mail } of readers) {
    if (!mail) continue
    const letter = writeLetter(
      mail,
      { name, idempotencyKey: `refund-failed-${refundId}-${id}` },
      {
        subject: `No se pudo devolver ${formatExactCents(amountCents)} de ${eventName}`,
        lines: [
          why,
          'Si la entrada iba a terminar con esta devolución, vuelve a servir para ingresar.',
          'Arreglá con quien compró por otro medio, o pedila de nuevo desde los reembolsos del evento.',
        ],
        action: { label: 'Ver los reembolsos', href: app.config.publicUrl + paths.eventRefunds(eventId) },
        after: '',
      },
    )
    const outcome = await sendMessage(app, { channel: 'mail', ...letter })
    if ('refused' in outcome) app.log.warn({ refundId, reason: outcome.refused }, 'a failed refund could not be told')
  }
}
