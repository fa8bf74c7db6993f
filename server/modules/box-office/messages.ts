/** What the holder of a cancelled ticket reads. Pure. */
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'
import type { CancelledTicket } from './queries.ts'

/** WhatsApp's template: name, event, number and who cancelled it. */
const TEMPLATE = 'entrada_anulada'

export function cancelledMail({ eventName, flyer, companyName, typeName, number, wasSold }: CancelledTicket): Letter {
  return {
    event: { eventName, flyer },
    subject: `Se anuló tu entrada para ${eventName}`,
    lines: [
      `${companyName} anuló tu entrada para ${eventName}. Ya no sirve para ingresar.`,
      `${typeName} · N.º ${formatTicketNumber(number)}`,
      ...(wasSold ? ['La pagaste en persona: la plata te la devuelve en mano quien te la vendió.'] : []),
    ],
  }
}

export function cancelledWhatsapp({ name, eventName, companyName, number }: CancelledTicket): Template {
  return { template: TEMPLATE, params: [firstName(name), eventName, formatTicketNumber(number), companyName] }
}
