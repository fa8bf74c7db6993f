/** Tells people what changed of their account, where its owner before the change would read it. */
import { brand } from '#contract/brand.ts'
import { paths } from '#contract/paths.ts'
import { maskMail, maskPhone } from '#contract/phone.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { App, Core } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { newId } from '#server/shared/ids.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findReachable } from './queries.ts'

type Notice = JobPayloads['accounts.tell-change']

/** Has one notice sent once the caller's transaction commits; one by each channel, however often its job is tried. */
export function queueChange(
  app: Core,
  userId: string,
  change: Notice['change'],
  channel: Notice['channel'] = 'mail',
): Promise<void> {
  return app.queue.enqueue(app, 'accounts.tell-change', { userId, change, channel, messageId: newId() })
}

/** Sends one notice; nobody is told who cannot be reached. Throws when the vendor is away, to be tried again. */
export async function notifyChange(app: App, payload: Notice): Promise<void> {
  const person = await findReachable(app, payload.userId)
  const message = person && messageOf(app, payload, person)
  if (!message) return
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) {
    app.log.warn({ userId: payload.userId, reason: outcome.refused }, 'a change of an account could not be told')
  }
}

function messageOf(
  app: App,
  { change, channel, messageId }: Notice,
  person: { name: string; mail: string | null; phone: string | null },
): OutgoingMessage | null {
  const about = { publicUrl: app.config.publicUrl, name: person.name, idempotencyKey: `account-${messageId}` }
  /** By a template that the business has approved there, which says one contact, masked. */
  const whatsapp = (to: string, template: string, contact: string): OutgoingMessage => {
    return { channel: 'whatsapp', to, template, params: [contact], idempotencyKey: about.idempotencyKey }
  }
  if (change.what === 'password') {
    return person.mail ? { channel: 'mail', ...passwordChangedMail(person.mail, about) } : null
  }
  if (change.what === 'google') {
    return person.mail ? { channel: 'mail', ...googleLinkedMail(person.mail, about) } : null
  }
  if (change.what === 'mail-taken') {
    return person.phone ? whatsapp(person.phone, 'email_de_otra_persona', change.mail) : null
  }
  const { what, from, to: newContact } = change
  if (channel === 'whatsapp') {
    return from && what === 'phone' ? whatsapp(from, 'telefono_cambiado', maskPhone(newContact)) : null
  }
  const to = what === 'mail' ? from : person.mail
  return to ? { channel, ...contactChangedMail(to, { ...about, what, newContact }) } : null
}

interface About {
  readonly publicUrl: string
  readonly name: string
  readonly idempotencyKey: string
}

function passwordChangedMail(to: string, message: About): EmailMessage {
  return writeLetter(to, message, {
    subject: 'Cambió la contraseña de tu cuenta',
    lines: ['La contraseña de tu cuenta cambió recién y cerramos las sesiones abiertas en otros dispositivos.'],
    action: { label: 'No fui yo', href: message.publicUrl + paths.forgotPassword() },
    after: 'Si fuiste vos, no hace falta que hagas nada.',
  })
}

function googleLinkedMail(to: string, message: About): EmailMessage {
  return writeLetter(to, message, {
    subject: 'Ya podés ingresar con Google',
    lines: ['Alguien que sabe tu contraseña vinculó la cuenta de Google de este email con tu cuenta.'],
    action: { label: 'No fui yo', href: message.publicUrl + paths.forgotPassword() },
    after: 'Si fuiste vos, no hace falta que hagas nada.',
  })
}

/** To the mail that the account had before, or has when it is the phone that changed. */
function contactChangedMail(
  to: string,
  message: About & { readonly what: 'mail' | 'phone'; readonly newContact: string },
): EmailMessage {
  const [thing, masked] =
    message.what === 'mail'
      ? ['El email', maskMail(message.newContact)]
      : ['El teléfono', maskPhone(message.newContact)]
  return writeLetter(to, message, {
    subject: `${thing} de tu cuenta cambió`,
    lines: [`${thing} de tu cuenta ahora es ${masked}.`],
    after: `Si no fuiste vos, escribinos ya a ${brand.supportMail}.`,
  })
}
