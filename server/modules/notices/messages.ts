/** Texts of a notice for holders and payers. Pure: the same facts give the same message. */
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { asLine, shorten } from '#contract/values/text.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { WhenAndWhere } from '#server/modules/events/managing/event-changes.ts'
import { toInstant } from '#server/shared/clock.ts'
import { firstName, writeLetter, type Letter } from '#server/shared/mail-page.ts'
import type { NoticeFacts } from './queries.ts'

export interface NoticeMessage extends NoticeFacts {
  readonly noticeId: string
  /** By which a payer takes their money back; null where there is none to take. */
  readonly token: string | null
  /** Base address of links, without a trailing slash. */
  readonly publicUrl: string
  readonly idempotencyKey: string
}

/**
 * Templates that the business has approved at WhatsApp. `evento_cancelado`: name, event, date and reason; `evento_movido`: name,
 * event, before and after. Their button opens `/evento/{{1}}`. `evento_movido_pago` says until when besides, and its button opens
 * `/cambio/{{1}}`.
 */
const TEMPLATES = { cancelled: 'evento_cancelado', moved: 'evento_movido', movedPaid: 'evento_movido_pago' } as const
/** A parameter of a template is a line, and not a long one. */
const MAX_PARAMETER = 300

export function noticeMail(to: string, message: NoticeMessage): EmailMessage {
  const { name, publicUrl, idempotencyKey } = message
  return writeLetter(
    to,
    { name, publicUrl, idempotencyKey },
    { ...(message.kind === 'moved' ? movedLetter(message) : cancelledLetter(message)), event: message },
  )
}

export function noticeWhatsapp(to: string, message: NoticeMessage): WhatsappMessage {
  const { name, eventName, eventId, eventSlug, noticeId, token, idempotencyKey, refundableUntil } = message
  const about = [firstName(name), eventName]
  if (message.kind === 'cancelled') {
    const date = message.startsAt === null ? 'Fecha a confirmar' : formatMoment(message.startsAt)
    const params = [...about, date, shorten(asLine(message.reason ?? ''), MAX_PARAMETER)]
    return { to, template: TEMPLATES.cancelled, params, buttonSuffix: eventSlug ?? eventId, idempotencyKey }
  }
  const params = [...about, whereWords(message.before), whereWords(message.after)]
  return token === null || refundableUntil === null
    ? { to, template: TEMPLATES.moved, params, buttonSuffix: eventSlug ?? eventId, idempotencyKey }
    : {
        to,
        template: TEMPLATES.movedPaid,
        params: [...params, formatMoment(refundableUntil)],
        buttonSuffix: `${noticeId}#token=${token}`,
        idempotencyKey,
      }
}

function cancelledLetter(message: NoticeMessage): Letter {
  const { eventName, held, hasPaid } = message
  return {
    subject: `Se canceló ${eventName}`,
    lines: [
      `${eventName}, ${when(message)}, se canceló.`,
      `La organización explica: «${asLine(message.reason ?? '')}».`,
      ...ticketLines(held),
      moneyLine(message),
    ],
    action: hasPaid
      ? { label: 'Ver mis compras', path: paths.clientHistory() }
      : { label: 'Ver el evento', path: paths.event(message.eventSlug ?? message.eventId) },
  }
}

function movedLetter(message: NoticeMessage): Letter {
  const { eventName, eventId, eventSlug, noticeId, token, before, after, held, hasBought, refundableUntil } = message
  const isMovedInTime = startOf(before) !== startOf(after)
  const isMovedInSpace = placeWords(before) !== placeWords(after)
  const what = isMovedInTime && isMovedInSpace ? 'de fecha y de lugar' : isMovedInTime ? 'de fecha' : 'de lugar'
  const until = refundableUntil === null ? '' : formatMoment(refundableUntil)
  const money =
    token !== null
      ? `Si no te sirve, hasta el ${until} podés recuperar todo lo que pagaste, con el cargo por servicio incluido. Un toque alcanza: la plata vuelve al mismo medio de pago y esas entradas dejan de valer.`
      : hasBought
        ? // Its buyer has no right: nothing was paid, or the event is again as it was sold.
          null
        : 'Si no te sirve, quien pagó la entrada puede recuperar su plata: también le avisamos.'
  return {
    subject: `${eventName} cambió ${what}`,
    lines: [
      `Antes: ${whereWords(before)}.`,
      `Ahora: ${whereWords(after)}.`,
      ...(held === 0 ? [] : [held === 1 ? 'Tu entrada sigue valiendo.' : `Tus ${held} entradas siguen valiendo.`]),
      ...(money === null ? [] : [money]),
    ],
    action:
      token !== null
        ? { label: 'Recuperar mi plata', path: `${paths.move(noticeId)}#token=${token}` }
        : { label: 'Ver el evento', path: paths.event(eventSlug ?? eventId) },
  }
}

/** `vie 27 nov 23:30, Salón Paraná, Av. del Valle 2700, Rosario`. */
function whereWords(place: WhenAndWhere | null): string {
  const date = place?.startsAt ? formatMoment(toInstant(place.startsAt)) : 'fecha a confirmar'
  return `${date}, ${placeWords(place)}`
}

/** An instant has several spellings. */
function startOf(place: WhenAndWhere | null): string | null {
  return place?.startsAt ? toInstant(place.startsAt) : null
}

function placeWords(place: WhenAndWhere | null): string {
  return [place?.venueName, place?.address, place?.city].filter(Boolean).join(', ')
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
