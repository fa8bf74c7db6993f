/** Proofs of identity: passwords, links, codes, sessions. */
import * as z from 'zod/mini'
import { loginResponse, mail, newPassword, PROOF_AUDIT, passwordInput } from './accounts.ts'
import { contactCode } from '#contract/values/contact-code.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { linkToken } from '#contract/values/text.ts'

const HOUR = 3600
/** Token of a link; only a look-up shows its kind. */
const token = linkToken({ min: 1, max: 200, short: 'Falta el token', long: 'El token no es válido' })
const done = z.object({ status: z.literal('success'), message: z.string() })
/** A link proved who they are; without a phone to sign in with they enter by it. */
const doneAndMaybeIn = z.extend(done, { session: z.optional(loginResponse) })

export const CONTACT_KINDS = ['mail', 'phone'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export const confirmSession = endpoint({
  method: 'POST',
  path: '/api/v1/session/confirm',
  summary: 'Vuelve a probar la contraseña: habilita por 15 minutos lo que la pide',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  body: z.object({ password: passwordInput }),
  response: z.object({ status: z.literal('success'), confirmedUntil: instant }),
  audit: 'session.confirm',
  // Wrong passwords are counted with those of signing in.
  failures: ['wrong_password', 'too_many_requests'],
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/sessions',
  summary: 'Las sesiones abiertas de la persona, la última primero',
  access: 'signedIn',
  whileImpersonating: 'read',
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.uuid(),
        /** Browser and system, in words: «Chrome en Android». */
        device: z.string(),
        /** The network address that it was opened from. */
        address: z.nullable(z.string()),
        startedAt: instant,
        expiresAt: instant,
        isCurrent: z.boolean(),
      }),
    ),
  }),
  failures: [],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  summary: 'Cierra una sesión propia en el servidor',
  access: 'signedIn',
  whileImpersonating: 'write',
  params: z.object({ id: idOf('session') }),
  response: 'empty',
  audit: 'session.end',
  failures: [],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/v1/user/change-password',
  summary: 'Cambia la contraseña y cierra las demás sesiones',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 5, seconds: HOUR },
  body: z.object({ currentPassword: passwordInput, newPassword }),
  response: done,
  audit: 'account.change_password',
  invalid: 'invalid_password_data',
  failures: ['invalid_password_data', 'wrong_password', 'common_password'],
  silent: { 400: 'invalid_password_data', 401: 'wrong_password' },
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/user/request-password-reset',
  summary: 'Pide un enlace para elegir una contraseña nueva; responde lo mismo exista o no la cuenta',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 20, seconds: HOUR },
  body: z.object({ email: mail }),
  response: done,
  failures: [],
})

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/user/confirm-password-reset',
  summary: 'Elige una contraseña nueva con el enlace recibido y cierra todas las sesiones',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: HOUR },
  body: z.object({ token, newPassword }),
  response: doneAndMaybeIn,
  audit: 'account.reset_password',
  auditBeside: PROOF_AUDIT,
  failures: ['reset_link_invalid', 'reset_link_unknown', 'common_password'],
  silent: { 400: 'reset_link_invalid', 404: 'reset_link_unknown' },
})

export const activateAccount = endpoint({
  method: 'POST',
  path: '/api/v1/user/activate-account',
  summary: 'Activa una cuenta que hizo otra persona: contraseña y términos',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: HOUR },
  body: z.object({
    token,
    newPassword,
    acceptTerms: z.literal(true, 'Para activar la cuenta tenés que aceptar los términos y condiciones'),
  }),
  response: doneAndMaybeIn,
  /** The second of what was bought without a session, whose contact an account verified before. */
  audit: ['account.activate', 'account.join_pending'],
  auditBeside: PROOF_AUDIT,
  failures: ['activation_link_invalid', 'activation_link_unknown', 'common_password'],
  silent: { 400: 'activation_link_invalid', 404: 'activation_link_unknown' },
})

export const renewActivation = endpoint({
  method: 'POST',
  path: '/api/v1/user/renew-activation',
  summary: 'Manda un enlace de activación nuevo adonde fue el anterior; responde siempre lo mismo',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 20, seconds: HOUR },
  body: z.object({ token }),
  response: done,
  failures: [],
})

export const requestContactCode = endpoint({
  method: 'POST',
  path: '/api/v1/user/verify-contact/request',
  summary: 'Manda un código al email o teléfono propio, o al nuevo que espera ser probado',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 10, seconds: HOUR },
  body: z.object({ kind: z.enum(CONTACT_KINDS) }),
  /**
   * `kind` is the contact that the code is for: the mail, where no more can leave by WhatsApp today. Where nothing ever does, the
   * code of a new phone goes to the proved mail, and the phone takes effect unproved.
   */
  response: z.extend(done, { kind: z.enum(CONTACT_KINDS), sentTo: z.string(), expiresInSeconds: z.int() }),
  failures: ['contact_missing', 'whatsapp_off', 'mail_proof_needed'],
})

export const confirmContactCode = endpoint({
  method: 'POST',
  path: '/api/v1/user/verify-contact/confirm',
  summary:
    'Prueba un email o teléfono con el código recibido; uno nuevo pasa a valer y reúne las entradas que esperaban',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  body: z.object({
    kind: z.enum(CONTACT_KINDS),
    code: contactCode,
  }),
  response: done,
  /** The code of a phone that went to the mail changes it without proof. */
  audit: ['account.prove_contact', 'account.change_phone'],
  auditBeside: PROOF_AUDIT,
  // Of a contact that was not the account's until now; `step_up_required` comes before any try is counted.
  failures: ['wrong_code', 'code_expired', 'phone_taken', 'mail_taken', 'step_up_required'],
})
