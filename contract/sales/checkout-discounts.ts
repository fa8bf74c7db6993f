/** Quotes a discount code before anything is held. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'
import { DISCOUNT_FAILURES } from './checkout.ts'

/**
 * What each type that a code is for would cost its caller now. Nothing is taken: the purchase decides. Unknown codes, stopped
 * ones and those of other events answer alike, and a caller who tries many waits (threat 38).
 */
export const quoteDiscount = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/discount-quote',
  summary: 'Cuánto salen las entradas de un evento con un código de descuento',
  access: { roles: 'public', object: { rule: 'visibleEvent', from: 'params.id' } },
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 20, seconds: 60 },
  params: z.object({ id: idOf('event') }),
  body: z.object({ code: line({ min: 1, max: 40, short: 'Escribí tu código' }) }),
  response: z.object({
    code: z.string(),
    ticketTypes: z.array(
      z.object({ id: z.uuid(), unitPriceCents: cents, unitDiscountCents: cents, unitFeeCents: cents }),
    ),
  }),
  failures: ['event_not_found', 'event_not_on_sale', 'paid_sales_closed', 'contact_unproved', ...DISCOUNT_FAILURES],
})
export type DiscountQuote = z.infer<(typeof quoteDiscount)['response']>
