/** What an installation has to sign in with, and the way to Google: what buyers are offered, without the schemas of what is typed. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { opaque } from '#contract/values/text.ts'

export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/api/v1/sign-in-options',
  summary: 'Con qué se puede ingresar en esta instalación, y si manda mensajes por WhatsApp',
  access: 'public',
  whileImpersonating: 'read',
  cache: { seconds: 60 },
  response: z.object({ google: z.boolean(), whatsapp: z.boolean() }),
  failures: [],
})

export const beginGoogleSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/auth/google',
  summary: 'La dirección de Google en la que sigue el ingreso; deja una cookie de diez minutos',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: 600 },
  query: z.object({
    /** Returned unchanged with the one-time code. */
    state: z.optional(opaque({ max: 200 })),
    /** `confirm` asks the person of this session to sign in afresh, for what needs a step-up. */
    purpose: z.optional(z.enum(['sign_in', 'confirm'])),
  }),
  response: z.object({ data: z.object({ url: z.url() }) }),
  failures: ['google_off', 'google_failed', 'missing_token'],
})
