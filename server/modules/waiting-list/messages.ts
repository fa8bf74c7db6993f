/** Messages to people on a waitlist. Pure. */
import { formatMoment, toLocalTime } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'
import type { FoundClosed, FoundOffer } from './queries.ts'

/** WhatsApp's templates. First name, how many of which type, event, until when; its button leads to the purchase. */
const OFFER_TEMPLATE = 'lugar_liberado'
/** First name, event, types; the button leads to the event. */
const CLOSED_TEMPLATES = { closed: 'lista_de_espera_cerrada', cancelled: 'lista_de_espera_evento_cancelado' } as const

export function offerMail(offer: FoundOffer): Letter {
  const { eventId, eventName, places, quantity, startsAt } = offer
  return {
    event: offer,
    subject: `Se liberó lugar para ${eventName}`,
    lines: [
      `Estabas en la lista de espera${startsAt ? ` del ${formatMoment(startsAt)}` : ''} y te guardamos ${whatOf(offer)} hasta las ${toLocalTime(offer.until)}.`,
      ...(places < quantity
        ? [
            `Pediste ${quantity}; por ahora se ${places === 1 ? 'liberó este' : 'liberaron estos'}. Al comprar salís de la lista.`,
          ]
        : []),
      'Pagás el precio de hoy, y nadie te puede ganar el lugar mientras tanto. Si no comprás a tiempo, pasa a quien sigue.',
    ],
    action: { label: 'Comprar ahora', path: paths.buyTicket(eventId) },
    after: '¿Ya no querés ir? Tocá «Dejar el lugar» en la misma pantalla y se lo damos a quien sigue.',
  }
}

export function offerWhatsapp(offer: FoundOffer): Template {
  const { eventId, eventName, name, until } = offer
  return {
    template: OFFER_TEMPLATE,
    params: [firstName(name), whatOf(offer), eventName, toLocalTime(until)],
    buttonSuffix: eventId,
  }
}

function whatOf({ places, typeName }: FoundOffer): string {
  return `${places} × ${typeName}`
}

export function closedMail(closed: FoundClosed): Letter {
  const { eventId, eventSlug, eventName, isCancelled, startsAt, typeNames } = closed
  const when = startsAt ? ` (${formatMoment(startsAt)})` : ''
  const waited = `Estabas en la lista de espera de ${eventName}${when}: ${typeNames}.`
  const action = { label: 'Ver el evento', path: paths.event(eventSlug ?? eventId) }
  return isCancelled
    ? {
        event: closed,
        subject: `Se canceló ${eventName}`,
        lines: [
          `${waited} El evento se canceló, así que la lista terminó.`,
          'No te cobramos nada y no tenés que hacer nada.',
        ],
        action,
      }
    : {
        event: closed,
        subject: `Cerró la lista de espera de ${eventName}`,
        lines: [
          `${waited} La lista cerró y no llegamos a darte lugar.`,
          'No te cobramos nada. Si a último momento queda alguno, se vende en la página del evento a quien llegue primero.',
        ],
        action,
      }
}

export function closedWhatsapp({ eventId, eventSlug, eventName, isCancelled, name, typeNames }: FoundClosed): Template {
  return {
    template: isCancelled ? CLOSED_TEMPLATES.cancelled : CLOSED_TEMPLATES.closed,
    params: [firstName(name), eventName, typeNames],
    buttonSuffix: eventSlug ?? eventId,
  }
}
