/** What a holder reads the day before. Pure. */
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { joinLinkTokens } from '#contract/sales/ticket-links.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { TicketOfNight } from '#server/modules/tickets/queries-night.ts'
import { firstName, writeLetter } from '#server/shared/mail-page.ts'

interface ReminderMessage {
  readonly name: string
  /** Base address of links, without a trailing slash. */
  readonly publicUrl: string
  readonly idempotencyKey: string
  /** Of one night, by its event. */
  readonly tickets: readonly [TicketOfNight, ...TicketOfNight[]]
}

/**
 * Templates that the business has approved at WhatsApp: name, event, date and place; name, events and where each is, for a night
 * with several. The button opens `/entrada/{{1}}`.
 */
const TEMPLATES = { one: 'evento_recordatorio', several: 'eventos_recordatorio' } as const

export function reminderMail(to: string, message: ReminderMessage): EmailMessage {
  const { name, publicUrl, idempotencyKey, tickets } = message
  const [first, ...others] = tickets
  const events = eventsOf(tickets)
  const isOneEvent = events.length === 1
  const isOne = others.length === 0
  return writeLetter(
    to,
    { name, publicUrl, idempotencyKey },
    {
      subject: `Falta poco para ${listed(events.map(({ eventName }) => eventName))}`,
      ...(isOneEvent && { event: first }),
      lines: [
        ...events.map((event) => (isOneEvent ? whenAndWhere(event) : `${event.eventName}: ${whenAndWhere(event)}`)),
        isOne
          ? 'Abrí tu entrada antes de salir: queda en tu teléfono y en la puerta funciona sin conexión.'
          : 'Abrí tus entradas antes de salir: quedan en tu teléfono y en la puerta funcionan sin conexión.',
      ],
      ...(isOne
        ? { action: { label: 'Abrir mi entrada', path: paths.ticketLink(first.linkToken) } }
        : {
            links: tickets.map(({ eventName, typeName, number, linkToken }) => ({
              text: `${isOneEvent ? '' : `${eventName} · `}${typeName} · N.º ${formatTicketNumber(number)}`,
              label: 'Abrir la entrada',
              path: paths.ticketLink(linkToken),
            })),
          }),
    },
  )
}

export function reminderWhatsapp(to: string, message: ReminderMessage): WhatsappMessage {
  const { name, idempotencyKey, tickets } = message
  const [first] = tickets
  const events = eventsOf(tickets)
  const about =
    events.length === 1
      ? { template: TEMPLATES.one, params: [firstName(name), first.eventName, when(first), first.place] }
      : {
          template: TEMPLATES.several,
          params: [firstName(name), listed(events.map((event) => `${event.eventName} (${whenAndWhere(event)})`))],
        }
  return { to, ...about, buttonSuffix: joinLinkTokens(tickets.map(({ linkToken }) => linkToken)), idempotencyKey }
}

/** A ticket of each event. */
function eventsOf(tickets: readonly TicketOfNight[]): TicketOfNight[] {
  return [...new Map(tickets.toReversed().map((ticket) => [ticket.eventId, ticket])).values()].toReversed()
}

const words = new Intl.ListFormat('es-AR', { type: 'conjunction' })
const listed = (names: readonly string[]) => words.format(names)

function when({ startsAt }: TicketOfNight): string {
  return startsAt === null ? 'Fecha a confirmar' : formatMoment(startsAt)
}

function whenAndWhere(event: TicketOfNight): string {
  return [when(event), event.place].filter(Boolean).join(', ')
}
