/** What people read about their own account. Pure. Links begin with the configured address, never with a request's host. */
import { brand } from '#contract/brand.ts'
import { formatDay } from '#contract/dates.ts'
import { maskMail, maskPhone } from '#contract/phone.ts'
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import { firstName, writeLetter } from '#server/shared/mail-page.ts'

interface About {
  readonly publicUrl: string
  readonly name: string
  readonly idempotencyKey: string
}
interface LinkMessage extends About {
  readonly token: string
}
interface CodeMessage extends About {
  readonly code: string
}

/** Templates that the business has approved at WhatsApp. */
const TEMPLATES = {
  /** Name; its button opens the activation page, whose fixed address ends in `#token=`. */
  activation: 'activar_cuenta',
  /** The code. */
  code: 'codigo_de_verificacion',
  /** The new phone, masked. */
  changedPhone: 'telefono_cambiado',
  /** The mail that somebody else proved, masked. */
  receiverConfirmedMail: 'email_de_otra_persona',
} as const

export function resetMail(to: string, message: LinkMessage): EmailMessage {
  return writeLetter(to, message, {
    subject: 'Elegí una contraseña nueva',
    lines: ['Recibimos un pedido para cambiar la contraseña de tu cuenta.'],
    action: { label: 'Elegir contraseña', href: message.publicUrl + paths.resetPassword(message.token) },
    after: 'El enlace vale 30 minutos y una sola vez. Si no lo pediste, no hace falta que hagas nada.',
  })
}

export interface ListedAccount {
  readonly token: string
  readonly name: string
  readonly phone: string | null
  /** An instant. */
  readonly createdAt: string
}

/** Several accounts carry this mail: the link of each, which says no more of it than its owner needs to tell it apart. */
export function resetListMail(to: string, message: About, accounts: readonly ListedAccount[]): EmailMessage {
  return writeLetter(to, message, {
    subject: 'Elegí una contraseña nueva',
    lines: ['Recibimos un pedido para cambiar tu contraseña. Hay más de una cuenta con este email: elegí la tuya.'],
    links: accounts.map(({ token, phone, createdAt }) => ({
      text: `${phone ? `Ingresa con el teléfono ${maskPhone(phone)}` : 'No tiene teléfono'}, creada el ${formatDay(createdAt)}`,
      label: 'Elegir contraseña',
      href: message.publicUrl + paths.resetPassword(token),
    })),
    after: 'Cada enlace vale 30 minutos y una sola vez. Si no lo pediste, no hace falta que hagas nada.',
  })
}

export function activationMail(to: string, message: LinkMessage): EmailMessage {
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
export function phoneTakenMail(to: string, message: LinkMessage & { readonly takenPhone: string }): EmailMessage {
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

/** To the phone of an account whose mail somebody else proved. */
export function mailTakenWhatsapp(
  to: string,
  message: { readonly mail: string; readonly idempotencyKey: string },
): WhatsappMessage {
  return {
    to,
    template: TEMPLATES.receiverConfirmedMail,
    params: [message.mail],
    idempotencyKey: message.idempotencyKey,
  }
}

export function activationWhatsapp(to: string, message: LinkMessage): WhatsappMessage {
  return {
    to,
    template: TEMPLATES.activation,
    params: [firstName(message.name)],
    buttonSuffix: message.token,
    idempotencyKey: message.idempotencyKey,
  }
}

export function codeMail(to: string, message: CodeMessage): EmailMessage {
  return writeLetter(to, message, {
    subject: `${message.code} es tu código de ${brand.name}`,
    lines: ['Con este código confirmás que este email es tuyo.'],
    code: message.code,
    after: 'Vale 10 minutos. No se lo digas a nadie: nosotros nunca te lo vamos a pedir.',
  })
}

/** To the proved mail of an account that changes its phone, where codes leave by mail alone. */
export function phoneByMailCodeMail(to: string, message: CodeMessage & { readonly phone: string }): EmailMessage {
  return writeLetter(to, message, {
    subject: `${message.code} es tu código de ${brand.name}`,
    lines: [`Con este código cambiás el teléfono de tu cuenta por ${maskPhone(message.phone)}.`],
    code: message.code,
    after: `Vale 10 minutos. No se lo digas a nadie. Si no pediste el cambio, cambiá tu contraseña.`,
  })
}

/** To somebody who registers with a phone that an account has, where codes leave by mail alone. */
export function registrationCodeMail(to: string, message: CodeMessage): EmailMessage {
  return writeLetter(to, message, {
    subject: `${message.code} es tu código de ${brand.name}`,
    lines: ['Con este código terminás de crear tu cuenta.'],
    code: message.code,
    after: 'Vale 10 minutos. No se lo digas a nadie: nosotros nunca te lo vamos a pedir.',
  })
}

export function codeWhatsapp(to: string, message: CodeMessage): WhatsappMessage {
  return { to, template: TEMPLATES.code, params: [message.code], idempotencyKey: message.idempotencyKey }
}

export function passwordChangedMail(to: string, message: About): EmailMessage {
  return writeLetter(to, message, {
    subject: 'Cambió la contraseña de tu cuenta',
    lines: ['La contraseña de tu cuenta cambió recién y cerramos las sesiones abiertas en otros dispositivos.'],
    action: { label: 'No fui yo', href: message.publicUrl + paths.forgotPassword() },
    after: 'Si fuiste vos, no hace falta que hagas nada.',
  })
}

export function googleLinkedMail(to: string, message: About): EmailMessage {
  return writeLetter(to, message, {
    subject: 'Ya podés ingresar con Google',
    lines: ['Alguien que sabe tu contraseña vinculó la cuenta de Google de este email con tu cuenta.'],
    action: { label: 'No fui yo', href: message.publicUrl + paths.forgotPassword() },
    after: 'Si fuiste vos, no hace falta que hagas nada.',
  })
}

/** To the mail that the account had before, or has when it is the phone that changed. */
export function contactChangedMail(
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

/** To the phone that the account had before. */
export function phoneChangedWhatsapp(to: string, message: About & { readonly newContact: string }): WhatsappMessage {
  return {
    to,
    template: TEMPLATES.changedPhone,
    params: [maskPhone(message.newContact)],
    idempotencyKey: message.idempotencyKey,
  }
}
