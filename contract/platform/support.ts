/** Writing to the people behind the product. */
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { opaque, paragraph } from '#contract/values/text.ts'

export const CONTACT_TOPICS = ['tickets', 'refunds', 'account', 'organizers', 'other'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/v1/email/contact',
  summary: 'Manda una consulta al equipo de ayuda; con o sin sesión',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 3, seconds: 3600 },
  audit: 'support.contact',
  body: z.object({
    name: personName,
    mail,
    topic: z._default(z.enum(CONTACT_TOPICS), 'other'),
    message: paragraph({
      min: 10,
      max: 4000,
      short: 'Contanos un poco más: al menos 10 caracteres',
      long: 'El mensaje es demasiado largo',
    }),
    /** A field that people do not see: what fills it in is a program, and is answered alike. */
    website: z.optional(opaque({ max: 200 })),
  }),
  response: z.object({ received: z.literal(true) }),
  status: 202,
  failures: [],
})
