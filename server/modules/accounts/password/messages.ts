/** Messages with a link. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { formatDay } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { maskPhone } from '#contract/values/phone.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'

export function resetMail(token: string): Letter {
  return {
    subject: 'Elegí una contraseña nueva',
    lines: ['Recibimos un pedido para cambiar la contraseña de tu cuenta.'],
    action: { label: 'Elegir contraseña', path: paths.resetPassword(token) },
    after: 'El enlace vale 30 minutos y una sola vez. Si no lo pediste, no hace falta que hagas nada.',
  }
}

export interface ListedAccount {
  readonly token: string
  readonly name: string
  readonly phone: string | null
  /** An instant. */
  readonly createdAt: string
}

/** Several accounts carry this mail: each link says no more of its account than the owner needs to choose it. */
export function resetListMail(accounts: readonly ListedAccount[]): Letter {
  return {
    subject: 'Elegí una contraseña nueva',
    lines: ['Recibimos un pedido para cambiar tu contraseña. Hay más de una cuenta con este email: elegí la tuya.'],
    links: accounts.map(({ token, phone, createdAt }) => ({
      text: `${phone ? `Ingresa con el teléfono ${maskPhone(phone)}` : 'No tiene teléfono'}, creada el ${formatDay(createdAt)}`,
      label: 'Elegir contraseña',
      path: paths.resetPassword(token),
    })),
    after: 'Cada enlace vale 30 minutos y una sola vez. Si no lo pediste, no hace falta que hagas nada.',
  }
}

export function activationMail(token: string): Letter {
  return {
    subject: `Activá tu cuenta de ${brand.name}`,
    lines: [
      'Con tus datos se compró o se mandó una entrada o una invitación, y para eso te abrimos una cuenta.',
      'Activala con una contraseña para verla, transferirla o devolverla. Tus entradas valen en la puerta aunque no la actives.',
    ],
    action: { label: 'Activar mi cuenta', path: paths.activateAccount(token) },
    after: 'El enlace vale 72 horas y una sola vez.',
  }
}

/** To the mail of an account whose phone another person verified. */
export function phoneTakenMail(token: string, takenPhone: string): Letter {
  return {
    subject: 'Tu cuenta necesita otro teléfono',
    lines: [
      `Otra persona demostró que el teléfono ${takenPhone} es suyo, y en tu cuenta nadie lo había verificado.`,
      'Tus entradas siguen en tu cuenta. Entrá con este enlace, elegí una contraseña y cargá tu teléfono.',
    ],
    action: { label: 'Entrar a mi cuenta', path: paths.resetPassword(token) },
    after: 'El enlace vale 72 horas y una sola vez. Después, pedí otro en «Olvidé mi contraseña».',
  }
}

/** The template's button opens the activation page, whose fixed address ends in `#token=`. */
export function activationWhatsapp(name: string, token: string): Template {
  return { template: 'activar_cuenta', params: [firstName(name)], buttonSuffix: token }
}
