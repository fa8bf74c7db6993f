/** What the giver of a ticket reads. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'
import type { Transfer } from './queries.ts'

/** WhatsApp's templates: event, ticket and to whom it went; the same, and which contact was verified. */
const TEMPLATES = { transferred: 'entrada_transferida', taken: 'entrada_tomada' } as const
const BY = { mail: 'el email que escribiste', phone: 'el teléfono que escribiste' } as const

export function transferMail(transfer: Transfer, { receiverName }: { readonly receiverName: string }): Letter {
  const { eventName } = transfer
  return {
    event: transfer,
    subject: `Transferiste una entrada para ${eventName}`,
    lines: [
      `Transferiste tu entrada para ${eventName} a ${receiverName.replace(/\.$/, '')}.`,
      ticketLine(transfer),
      'El QR, el enlace y el PDF que tenías ya no abren la puerta. Si hay una devolución, la recibe quien pagó.',
    ],
    action: { label: 'Ver mis entradas', path: paths.clientDashboard() },
    after: `¿No fuiste vos? Cambiá tu contraseña y escribinos a ${brand.supportMail}.`,
  }
}

export function transferWhatsapp(transfer: Transfer, { receiverName }: { readonly receiverName: string }): Template {
  return { template: TEMPLATES.transferred, params: [...templateParams(transfer), receiverName] }
}

interface Verified {
  readonly proved: 'mail' | 'phone'
}

export function receiverConfirmedMail(transfer: Transfer, { proved }: Verified): Letter {
  return {
    event: transfer,
    subject: `Ya tomaron la entrada que pasaste para ${transfer.eventName}`,
    lines: [`La tiene quien confirmó ${BY[proved]}.`, ticketLine(transfer)],
    after: `¿No era esa persona? Escribinos a ${brand.supportMail}.`,
  }
}

export function receiverConfirmedWhatsapp(transfer: Transfer, { proved }: Verified): Template {
  return { template: TEMPLATES.taken, params: [...templateParams(transfer), BY[proved]] }
}

function ticketLine({ typeName, number }: Transfer): string {
  return `${typeName} · N.º ${formatTicketNumber(number)}`
}

function templateParams({ name, eventName, number }: Transfer): readonly string[] {
  return [firstName(name), eventName, formatTicketNumber(number)]
}
