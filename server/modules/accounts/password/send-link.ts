/** Reset and activation links leave here, in the worker: no token is ever in a queue, a log or the database. */
import { brand } from '#contract/brand.ts'
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newToken } from '#server/shared/ids.ts'
import { firstName, writeLetter } from '#server/shared/mail-page.ts'
import { findReachable } from '../queries.ts'
import { replaceLink, type LinkKind } from './store.ts'

/** 30 minutes and 72 hours (rule R5.10). */
export const LIVES_SECONDS: Readonly<Record<LinkKind, number>> = { reset: 30 * 60, activation: 72 * 3600 }

const STATE: Readonly<Record<LinkKind, string>> = { reset: 'active', activation: 'pending' }

/**
 * Makes a link and sends it by the channel given; the one before it dies, also when this is a second try. Sends nothing to
 * who has no such contact, or whose account is in another state by now. Throws when the vendor is away, to be tried again.
 */
export async function sendLink(
  app: App,
  { userId, kind, channel, takenPhone }: JobPayloads['accounts.send-link'],
): Promise<void> {
  const person = await findReachable(app, userId)
  const contact = channel === 'mail' ? person?.mail : person?.phone
  if (!person || !contact || person.state !== STATE[kind]) return
  // Nobody who is told at night what became of their phone has to be up within half an hour.
  const expiresInSeconds = LIVES_SECONDS[takenPhone ? 'activation' : kind]
  const token = newToken()
  const tokenHash = hashToken(token)
  await inTransaction(app, (app) => replaceLink(app, { tokenHash, userId, kind, channel, contact, expiresInSeconds }))
  const about = {
    publicUrl: app.config.publicUrl,
    name: person.name,
    token,
    idempotencyKey: `link-${tokenHash.toString('hex').slice(0, 32)}`,
  }
  const message: OutgoingMessage = takenPhone
    ? { channel: 'mail', ...phoneTakenMail(contact, { ...about, takenPhone }) }
    : kind === 'reset'
      ? { channel: 'mail', ...resetMail(contact, about) }
      : channel === 'mail'
        ? { channel: 'mail', ...activationMail(contact, about) }
        : { channel: 'whatsapp', ...activationWhatsapp(contact, about) }
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) app.log.warn({ userId, kind, channel, reason: outcome.refused }, 'a link could not be sent')
}

interface LinkMessage {
  readonly publicUrl: string
  readonly name: string
  readonly token: string
  readonly idempotencyKey: string
}

function resetMail(to: string, message: LinkMessage): EmailMessage {
  return writeLetter(to, message, {
    subject: 'Elegí una contraseña nueva',
    lines: ['Recibimos un pedido para cambiar la contraseña de tu cuenta.'],
    action: { label: 'Elegir contraseña', href: message.publicUrl + paths.resetPassword(message.token) },
    after: 'El enlace vale 30 minutos y una sola vez. Si no lo pediste, no hace falta que hagas nada.',
  })
}

function activationMail(to: string, message: LinkMessage): EmailMessage {
  return writeLetter(to, message, {
    subject: `Activá tu cuenta de ${brand.name}`,
    lines: [
      'Alguien te hizo llegar una entrada o una invitación, y para eso te abrimos una cuenta con tus datos.',
      'Activala con una contraseña para verla, transferirla o devolverla. Tus entradas valen en la puerta aunque no la actives.',
    ],
    action: { label: 'Activar mi cuenta', href: message.publicUrl + paths.activateAccount(message.token) },
    after: 'El enlace vale 72 horas y una sola vez.',
  })
}

/** To the mail of an account whose phone somebody else proved. */
function phoneTakenMail(to: string, message: LinkMessage & { readonly takenPhone: string }): EmailMessage {
  return writeLetter(to, message, {
    subject: 'Tu cuenta necesita otro teléfono',
    lines: [
      `Otra persona demostró que el teléfono ${message.takenPhone} es suyo, y en tu cuenta nadie lo había verificado.`,
      'Tus entradas siguen en tu cuenta. Entrá con este enlace, elegí una contraseña y cargá tu teléfono.',
    ],
    action: { label: 'Entrar a mi cuenta', href: message.publicUrl + paths.resetPassword(message.token) },
    after: 'El enlace vale 72 horas y una sola vez. Después, pedí otro en «Olvidé mi contraseña».',
  })
}

/** The template's button opens the activation page, whose fixed address ends in `#token=`. */
function activationWhatsapp(to: string, message: LinkMessage): WhatsappMessage {
  return {
    to,
    template: 'activar_cuenta',
    params: [firstName(message.name)],
    buttonSuffix: message.token,
    idempotencyKey: message.idempotencyKey,
  }
}
