/** What holders and payers read of a notice. Pure: the same facts give the same message. */
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { asLine, shorten } from '#contract/text.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import { firstName, writeLetter } from '#server/shared/mail-page.ts'
import type { NoticeFacts } from './queries.ts'

export interface NoticeMessage extends NoticeFacts {
  /** Where links begin, without a trailing slash. */
  readonly publicUrl: string
  readonly idempotencyKey: string
}

/** Template that the business has approved at WhatsApp: name, event, date and reason; its button opens `/evento/{{1}}`. */
const CANCELLED_TEMPLATE = 'evento_cancelado'
/** A parameter of a template is a line, and not a long one. */
const MAX_PARAMETER = 300

export function noticeMail(to: string, message: NoticeMessage): EmailMessage {
  const { name, idempotencyKey, eventName, held, hasPaid, publicUrl } = message
  return writeLetter(
    to,
    { name, idempotencyKey },
    {
      subject: `Se canceló ${eventName}`,
      lines: [
        `${eventName}, ${when(message)}, se canceló.`,
        `La organización explica: «${asLine(message.reason ?? '')}».`,
        ...ticketLines(held),
        moneyLine(message),
      ],
      action: hasPaid
        ? { label: 'Ver mis compras', href: publicUrl + paths.clientHistory() }
        : { label: 'Ver el evento', href: publicUrl + paths.event(message.eventId) },
    },
  )
}

export function noticeWhatsapp(to: string, message: NoticeMessage): WhatsappMessage {
  return {
    to,
    template: CANCELLED_TEMPLATE,
    params: [
      firstName(message.name),
      message.eventName,
      message.startsAt === null ? 'Fecha a confirmar' : formatMoment(message.startsAt),
      shorten(asLine(message.reason ?? ''), MAX_PARAMETER),
    ],
    buttonSuffix: message.eventId,
    idempotencyKey: message.idempotencyKey,
  }
}

function when({ startsAt, place }: NoticeMessage): string {
  const date = startsAt === null ? 'sin fecha' : `del ${formatMoment(startsAt)}`
  return place === '' ? date : `${date} en ${place}`
}

function ticketLines(held: number): string[] {
  if (held === 0) return []
  return [held === 1 ? 'Tu entrada ya no sirve para ingresar.' : `Tus ${held} entradas ya no sirven para ingresar.`]
}

function moneyLine({ hasPaid, held }: NoticeMessage): string {
  if (hasPaid) {
    return 'Te corresponde la devolución de todo lo que pagaste, con el cargo por servicio incluido, en el mismo medio de pago. Te escribimos apenas esté hecha.'
  }
  return held > 0
    ? 'Si la entrada se pagó, la plata vuelve a quien la pagó.'
    : 'Si pagaste en persona, pedile la plata a quien te la vendió.'
}
