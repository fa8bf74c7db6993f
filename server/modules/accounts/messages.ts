/** Messages about what changed of an account. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import type { Letter } from '#server/shared/mail-page.ts'

const WAS_YOU = 'Si fuiste vos, no hace falta que hagas nada.'
const NOT_ME = { label: 'No fui yo', path: paths.forgotPassword() }

export function passwordChangedMail(): Letter {
  return {
    subject: 'Cambió la contraseña de tu cuenta',
    lines: ['La contraseña de tu cuenta cambió recién y cerramos las sesiones abiertas en otros dispositivos.'],
    action: NOT_ME,
    after: WAS_YOU,
  }
}

export function googleLinkedMail(): Letter {
  return {
    subject: 'Ya podés ingresar con Google',
    lines: ['Alguien que sabe tu contraseña vinculó la cuenta de Google de este email con tu cuenta.'],
    action: NOT_ME,
    after: WAS_YOU,
  }
}

export interface ContactChange {
  readonly what: 'mail' | 'phone'
  /** The new one, masked. */
  readonly to: string
}

/** To the mail that the account had before, or has when the phone changed. */
export function contactChangedMail(_person: object, { what, to }: ContactChange): Letter {
  const thing = what === 'mail' ? 'El email' : 'El teléfono'
  return {
    subject: `${thing} de tu cuenta cambió`,
    lines: [`${thing} de tu cuenta ahora es ${to}.`],
    after: `Si no fuiste vos, escribinos ya a ${brand.supportMail}.`,
  }
}

/** Templates that the vendor approved; each says one contact, masked. */
export function phoneChangedWhatsapp(_person: object, { to }: Pick<ContactChange, 'to'>): Template {
  return { template: 'telefono_cambiado', params: [to] }
}

export function mailTakenWhatsapp(_person: object, { mail }: { readonly mail: string }): Template {
  return { template: 'email_de_otra_persona', params: [mail] }
}
