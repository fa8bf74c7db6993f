/** Notifications from the message vendors: WhatsApp. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { opaque } from '#contract/values/text.ts'

const hubText = z.optional(opaque({ max: 500 }))

/** The vendor's check that this address is ours: its challenge comes back as text. */
export const confirmWhatsappWebhook = endpoint({
  method: 'GET',
  path: '/api/v1/webhook/whatsapp',
  summary: 'Verificación de la dirección de notificaciones de WhatsApp',
  access: 'public',
  whileImpersonating: 'blocked',
  query: z.looseObject({ 'hub.mode': hubText, 'hub.verify_token': hubText, 'hub.challenge': hubText }),
  response: 'bytes',
  failures: ['unverified_webhook'],
})

/** Statuses of sent messages, believed only with the vendor's signature over the bytes as they came. */
export const receiveWhatsappWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhook/whatsapp',
  summary: 'Notificaciones de WhatsApp: enviado, entregado, leído, fallido',
  access: 'public',
  whileImpersonating: 'blocked',
  /** Of those without the vendor's signature, and of those under way. */
  rate: { per: 'address', limit: 60, seconds: 60, isForgivenByHandler: true },
  rawBody: true,
  response: z.object({ received: z.literal(true) }),
  failures: ['unverified_webhook'],
})
