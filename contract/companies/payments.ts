/** Notifications of the payment provider. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { opaque } from '#contract/values/text.ts'

/** An id of the vendor, with a generous limit. */
const vendorText = opaque({ max: 500 })

export const receiveMercadoPagoWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhook/mercadopago',
  summary: 'Notificaciones de Mercado Pago',
  access: 'public',
  whileImpersonating: 'blocked',
  query: z.looseObject({
    'data.id': z.optional(vendorText),
    type: z.optional(vendorText),
    topic: z.optional(vendorText),
    id: z.optional(vendorText),
  }),
  /** Limits of unsigned notifications and of those in progress: anyone may send these hints. */
  rate: { per: 'address', limit: 60, seconds: 60, isForgivenByHandler: true },
  body: z.optional(z.looseObject({})),
  response: z.object({ received: z.literal(true) }),
  failures: [],
})
