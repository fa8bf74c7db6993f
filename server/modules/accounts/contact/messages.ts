/** Messages with a code. Pure. */
import { brand } from '#contract/platform/brand.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import type { Letter } from '#server/shared/mail-page.ts'

const NEVER_TELL = 'Vale 10 minutos. No se lo digas a nadie: nosotros nunca te lo vamos a pedir.'

/** Verifies the mail that it goes to. */
export function codeMail(code: string): Letter {
  return letterOf(code, 'Con este código confirmás que este email es tuyo.', NEVER_TELL)
}

/** To the verified mail of an account that changes its phone, masked here, where codes leave by mail alone. */
export function phoneByMailCodeMail(code: string, maskedPhone: string): Letter {
  return letterOf(
    code,
    `Con este código cambiás el teléfono de tu cuenta por ${maskedPhone}.`,
    'Vale 10 minutos. No se lo digas a nadie. Si no pediste el cambio, cambiá tu contraseña.',
  )
}

/** To a person who registers with a phone that an account has, where codes leave by mail alone. */
export function registrationCodeMail(code: string): Letter {
  return letterOf(code, 'Con este código terminás de crear tu cuenta.', NEVER_TELL)
}

/** To a person who buys without a session. */
export function purchaseCodeMail(code: string): Letter {
  return letterOf(code, 'Con este código seguís con tu compra.', NEVER_TELL)
}

export function codeWhatsapp(code: string): Template {
  return { template: 'codigo_de_verificacion', params: [code] }
}

function letterOf(code: string, line: string, after: string): Letter {
  return { subject: `${code} es tu código de ${brand.name}`, lines: [line], code, after }
}
