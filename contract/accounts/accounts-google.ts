/** People: sign-in with Google, and the profile that it leaves incomplete. */
import * as z from 'zod/mini'
import { GENDERS, loginResponse, PROOF_AUDIT, genderInput, passwordInput } from './accounts.ts'
import { instant, localDate, dateInput } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { e164, phoneInput } from '#contract/values/phone.ts'
import { opaque } from '#contract/values/text.ts'
import { updateOf } from '#contract/api/update.ts'

/** Fields that the person must still give; buying needs the phone, events for adults the birth date. */
export const profileCompletion = z.object({
  isComplete: z.boolean(),
  missingFields: z.array(z.enum(['phone', 'birthDate'])),
})
export type ProfileCompletion = z.infer<typeof profileCompletion>

/** Stored in the browser during the visit to Google; the callback and the exchange require it. */
export const GOOGLE_COOKIE = 'previa_google'
export const GOOGLE_COOKIE_PATH = '/api/v1/auth/google'

/** Of every call of this sign-in (rule R3.1). */
const silent = { 401: 'google_token_invalid', 403: 'google_email_unverified' } as const

const oneTimeCode = opaque({ min: 20, max: 100 })

export const finishGoogleSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/auth/google/callback',
  summary: 'A donde Google devuelve a la persona; sigue en /login/success con un código de un solo uso',
  access: 'public',
  whileImpersonating: 'blocked',
  // A browser that is sent here says no device: the limit is by address, and a venue shares one.
  rate: { per: 'device', limit: 3000, seconds: 600 },
  query: z.object({
    state: z.optional(opaque({ max: 500 })),
    code: z.optional(opaque({ max: 2000 })),
    error: z.optional(opaque({ max: 200 })),
    iss: z.optional(opaque({ max: 500 })),
  }),
  response: 'redirect',
  failures: [],
})

/** Creates an account at the first sign-in, with the mail that Google verified. */
const FIRST_ENTRY_AUDIT = ['account.register', ...PROOF_AUDIT] as const

export const exchangeGoogleCode = endpoint({
  method: 'POST',
  path: '/api/v1/auth/google/token',
  summary: 'Cambia el código de un solo uso por la sesión, en el mismo navegador',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: 600 },
  body: z.object({ code: oneTimeCode }),
  response: z.extend(loginResponse, { profileCompletion }),
  auditBeside: FIRST_ENTRY_AUDIT,
  failures: ['google_token_invalid', 'google_email_unverified', 'google_link_needed', 'account_blocked'],
  silent,
})

const { token: sessionToken, ...loginFields } = loginResponse.shape

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/api/v1/login/google',
  summary: 'Inicia sesión con el token de identidad de Google',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: 600 },
  body: z.object({ idToken: opaque({ min: 1, max: 8000, short: 'Falta el token de Google' }) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ token: sessionToken }),
    ...loginFields,
    profileCompletion,
  }),
  auditBeside: FIRST_ENTRY_AUDIT,
  failures: [
    'google_off',
    'google_token_invalid',
    'google_email_unverified',
    'google_failed',
    'google_link_needed',
    'account_blocked',
  ],
  silent,
})

/** The detail of `google_link_needed`. */
export const googleLinkNeeded = z.object({
  linkToken: oneTimeCode,
  mail: z.string(),
  /** The account that has the mail never verified it: a person who did not create it begins with a new one. */
  canBeginAnew: z.boolean(),
  /** Several accounts carry the mail and none proved it: a link to the mail chooses, and proves, which one is the person's. */
  isOneOfSeveral: z._default(z.boolean(), false),
})

export const linkGoogle = endpoint({
  method: 'POST',
  path: '/api/v1/auth/google/link',
  summary: 'Vincula Google con la cuenta que ya tiene ese email, con la contraseña de esa cuenta',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: 900 },
  body: z.object({
    linkToken: oneTimeCode,
    /** Left out by who says that the account is not theirs; only where `canBeginAnew`. */
    password: z.optional(passwordInput),
  }),
  response: z.extend(loginResponse, { profileCompletion }),
  audit: ['account.link_google', 'account.register'],
  auditBeside: PROOF_AUDIT,
  failures: ['google_token_invalid', 'wrong_credentials', 'account_blocked'],
  silent: { 401: 'google_token_invalid' },
})

export const confirmWithGoogle = endpoint({
  method: 'POST',
  path: '/api/v1/auth/google/confirm',
  summary: 'Con un ingreso fresco en Google, habilita por 15 minutos lo que pide la contraseña',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 30, seconds: 600 },
  audit: 'session.confirm',
  body: z.object({ code: oneTimeCode }),
  response: z.object({ status: z.literal('success'), confirmedUntil: instant }),
  failures: ['google_token_invalid'],
  silent: { 401: 'google_token_invalid' },
})

export const getCompletionStatus = endpoint({
  method: 'GET',
  path: '/api/v1/user/profile/completion-status',
  summary: 'Qué le falta al perfil',
  access: 'signedIn',
  whileImpersonating: 'read',
  response: z.object({ profileCompletion }),
  failures: [],
})

export const getGoogleValidation = endpoint({
  method: 'GET',
  path: '/api/v1/user/profile/google-validation',
  summary: 'Si la cuenta ingresa con Google, y si además tiene contraseña',
  access: 'signedIn',
  whileImpersonating: 'read',
  response: z.object({ isGoogleUser: z.boolean(), hasPassword: z.boolean(), profileCompletion }),
  failures: [],
})

export const completeProfile = endpoint({
  method: 'PATCH',
  path: '/api/v1/user/profile/complete',
  summary: 'Completa el perfil que Google deja sin teléfono ni fecha de nacimiento',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 20, seconds: 3600 },
  audit: 'account.complete_profile',
  body: updateOf(z.object({ phone: phoneInput, birthDate: dateInput, gender: genderInput })),
  response: z.object({
    data: z.object({
      updatedProfile: z.object({
        phone: z.nullable(e164),
        birthDate: z.nullable(localDate),
        gender: z.enum(GENDERS),
        age: z.nullable(z.int()),
      }),
    }),
    profileCompletion,
  }),
  failures: ['phone_taken', 'invalid_phone', 'phone_already_given'],
})
