/** Tells somebody who waited that places are kept for them, and until when. */
import { formatMoment, toLocalTime } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { firstName, writeLetter } from '#server/shared/mail-page.ts'
import { findOffer } from './queries.ts'

/** WhatsApp's template: first name, how many of which type, event, until when; its button leads to the purchase. */
const TEMPLATE = 'lugar_liberado'

/** Sends the notice by one channel, when the person has such a contact. An offer that is over is not told any more. Throws when the vendor is away. */
export async function notifyOffer(
  app: App,
  { entryId, channel }: JobPayloads['waiting-list.tell-offer'],
): Promise<void> {
  const offer = await findOffer(app, entryId)
  const to = channel === 'mail' ? offer?.mail : offer?.phone
  if (!offer || !to) return
  const { eventId, eventName, name, places, quantity, startsAt, typeName } = offer
  const what = `${places} × ${typeName}`
  const until = toLocalTime(offer.until)
  const idempotencyKey = `waiting-offer-${entryId}-${channel}`
  const message: OutgoingMessage =
    channel === 'whatsapp'
      ? {
          channel,
          to,
          template: TEMPLATE,
          params: [firstName(name), what, eventName, until],
          buttonSuffix: eventId,
          idempotencyKey,
        }
      : {
          channel,
          ...writeLetter(
            to,
            { name, idempotencyKey },
            {
              subject: `Se liberó lugar para ${eventName}`,
              lines: [
                `Estabas en la lista de espera${startsAt ? ` del ${formatMoment(startsAt)}` : ''} y te guardamos ${what} hasta las ${until}.`,
                ...(places < quantity
                  ? [
                      `Pediste ${quantity}; por ahora se ${places === 1 ? 'liberó este' : 'liberaron estos'}. Al comprar salís de la lista.`,
                    ]
                  : []),
                'Pagás el precio de hoy, y nadie te puede ganar el lugar mientras tanto. Si no comprás a tiempo, pasa a quien sigue.',
              ],
              action: { label: 'Comprar ahora', href: `${app.config.publicUrl}${paths.buyTicket(eventId)}` },
              after: '¿Ya no querés ir? Tocá «Dejar el lugar» en la misma pantalla y se lo damos a quien sigue.',
            },
          ),
        }
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) app.log.warn({ entryId, reason: outcome.refused }, 'an offer could not be told')
}
