/** What a holder reads the day before. Pure. */
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { TicketLink } from '#server/modules/tickets/queries.ts'
import { firstName, writeLetter } from '#server/shared/mail-page.ts'
import type { NoticeMessage } from './messages.ts'

interface ReminderMessage extends NoticeMessage {
  readonly tickets: readonly [TicketLink, ...TicketLink[]]
}

/** Template that the business has approved at WhatsApp: name, event, date and place. Its button opens `/entrada/{{1}}`. */
const TEMPLATE = 'evento_recordatorio'

export function reminderMail(to: string, message: ReminderMessage): EmailMessage {
  const { name, publicUrl, idempotencyKey, eventName, place, tickets } = message
  const [first, ...others] = tickets
  const isOne = others.length === 0
  return writeLetter(
    to,
    { name, publicUrl, idempotencyKey },
    {
      subject: `Falta poco para ${eventName}`,
      lines: [
        [when(message), place].filter(Boolean).join(', '),
        isOne
          ? 'Abrí tu entrada antes de salir: queda en tu teléfono y en la puerta funciona sin conexión.'
          : 'Abrí tus entradas antes de salir: quedan en tu teléfono y en la puerta funcionan sin conexión.',
      ],
      ...(isOne
        ? { action: { label: 'Abrir mi entrada', path: paths.ticketLink(first.linkToken) } }
        : {
            links: tickets.map(({ typeName, number, linkToken }) => ({
              text: `${typeName} · N.º ${formatTicketNumber(number)}`,
              label: 'Abrir la entrada',
              path: paths.ticketLink(linkToken),
            })),
          }),
    },
  )
}

export function reminderWhatsapp(to: string, message: ReminderMessage): WhatsappMessage {
  const { name, eventName, place, idempotencyKey, tickets } = message
  return {
    to,
    template: TEMPLATE,
    params: [firstName(name), eventName, when(message), place],
    buttonSuffix: tickets[0].linkToken,
    idempotencyKey,
  }
}

function when({ startsAt }: ReminderMessage): string {
  return startsAt === null ? 'Fecha a confirmar' : formatMoment(startsAt)
}
