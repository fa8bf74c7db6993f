/** What reminders say. Pure. */
import { eventPath, paths } from '#contract/api/paths.ts'
import { formatMoment } from '#contract/values/dates.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'
import type { FoundReminder } from './queries.ts'

/** WhatsApp's templates: first name, event and when. The buttons lead to the order, and to the event. */
const TEMPLATES = { cash: 'pago_pendiente', expired: 'todavia_hay_lugar' } as const

export function orderMail(reminder: FoundReminder): Letter {
  const { kind, eventName, startsAt } = reminder
  return kind === 'cash'
    ? {
        event: reminder,
        subject: `Te falta pagar tu compra de ${eventName}`,
        lines: [
          `Tu lugar${whenOf(startsAt)} sigue guardado hasta que venza el cupón. En cuanto lo pagues te mandamos el QR.`,
        ],
        action: { label: 'Ver mi compra', path: orderPath(reminder) },
        after: '¿Ya lo pagaste? El pago tarda hasta dos días hábiles en llegar: no tenés que hacer nada.',
      }
    : {
        event: reminder,
        subject: `Todavía hay lugar en ${eventName}`,
        lines: [
          `Empezaste una compra${whenOf(startsAt)} y no llegaste a pagarla. No te cobramos nada, y todavía hay lugar.`,
        ],
        action: { label: 'Comprar', path: eventPath({ id: reminder.eventId, slug: reminder.eventSlug }) },
        after: 'Te escribimos porque aceptás novedades. Si no querés más, apagalas en tu perfil.',
      }
}

export function orderWhatsapp(reminder: FoundReminder): Template {
  const { kind, name, eventName, startsAt, orderPublicId, eventSlug, eventId } = reminder
  return {
    template: kind === 'cash' ? TEMPLATES.cash : TEMPLATES.expired,
    params: [firstName(name), eventName, startsAt === null ? 'Fecha a confirmar' : formatMoment(startsAt)],
    buttonSuffix: (kind === 'cash' && orderPublicId) || (eventSlug ?? eventId),
  }
}

export function accountMail(reminder: FoundReminder & { readonly token: string }): Letter {
  const { eventName, startsAt, token } = reminder
  return {
    event: reminder,
    subject: `Tu entrada para ${eventName} te espera`,
    lines: [
      `Tenés una entrada${whenOf(startsAt)}. Activá tu cuenta para tenerla en el teléfono y no depender de este mail.`,
    ],
    action: { label: 'Activar mi cuenta', path: paths.activateAccount(token) },
  }
}

const whenOf = (startsAt: string | null) => (startsAt === null ? '' : ` del ${formatMoment(startsAt)}`)

function orderPath({ orderPublicId, eventId, platform }: FoundReminder): string {
  return paths.payResult('pending', { platform: platform ?? 'web', eventId, order: orderPublicId ?? '' })
}
