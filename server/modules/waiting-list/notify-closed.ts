/** Tells somebody who still waited that their line closed, or that the event was cancelled (rule R19.6). */
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { firstName, writeLetter } from '#server/shared/mail-page.ts'
import { findClosed } from './queries.ts'

/** WhatsApp's templates: first name, event, types; the button leads to the event. */
const TEMPLATES = { closed: 'lista_de_espera_cerrada', cancelled: 'lista_de_espera_evento_cancelado' } as const

/** Sends the notice of a person's entries that closed together by one channel, when they have such a contact. Throws when the vendor is away. */
export async function notifyClosed(
  app: App,
  { entryIds, channel }: JobPayloads['waiting-list.tell-closed'],
): Promise<void> {
  const waited = await findClosed(app, entryIds)
  const to = channel === 'mail' ? waited?.mail : waited?.phone
  if (!waited || !to) return
  const { eventId, eventName, isCancelled, name, startsAt, typeNames } = waited
  const idempotencyKey = `waiting-closed-${entryIds[0]}-${channel}`
  const when = startsAt ? ` (${formatMoment(startsAt)})` : ''
  const message: OutgoingMessage =
    channel === 'whatsapp'
      ? {
          channel,
          to,
          template: isCancelled ? TEMPLATES.cancelled : TEMPLATES.closed,
          params: [firstName(name), eventName, typeNames],
          buttonSuffix: eventId,
          idempotencyKey,
        }
      : {
          channel,
          ...writeLetter(
            to,
            { name, idempotencyKey },
            {
              subject: isCancelled ? `Se canceló ${eventName}` : `Cerró la lista de espera de ${eventName}`,
              lines: isCancelled
                ? [
                    `Estabas en la lista de espera de ${eventName}${when}: ${typeNames}. El evento se canceló, así que la lista terminó.`,
                    'No te cobramos nada y no tenés que hacer nada.',
                  ]
                : [
                    `Estabas en la lista de espera de ${eventName}${when}: ${typeNames}. La lista cerró y no llegamos a darte lugar.`,
                    'No te cobramos nada. Si a último momento queda alguno, se vende en la página del evento a quien llegue primero.',
                  ],
              action: { label: 'Ver el evento', href: `${app.config.publicUrl}${paths.event(eventId)}` },
            },
          ),
        }
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) app.log.warn({ entryIds, reason: outcome.refused }, 'a closed line could not be told')
}
