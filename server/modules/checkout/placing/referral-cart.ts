/** The cart of a purchase whose fields come in the query, in the body, or in both with the same values. Pure. */
import type { createReferralPurchase } from '#contract/sales/checkout.ts'
import type { ParsedInput } from '#contract/api/endpoint.ts'
import { Failure } from '#server/shared/failure.ts'
import type { Cart } from './place-order.ts'

type Input = ParsedInput<typeof createReferralPurchase>
type Field = keyof Input['query']
const FIELDS = ['eventId', 'ticketTypeId', 'quantity', 'rrpp', 'discountCode'] as const satisfies readonly Field[]

/** Throws `invalid_input` naming the fields that are missing, or that query and body say differently (rule R3.9). */
export function readReferralCart(query: Input['query'], body: Input['body']): Omit<Cart, 'call'> {
  const different = FIELDS.filter((field) => {
    const [inQuery, inBody] = [query[field], body?.[field]]
    return inQuery !== undefined && inBody !== undefined && inQuery !== inBody
  })
  if (different.length > 0) throw refusal(different, 'La dirección y el cuerpo dicen cosas distintas')
  const eventId = query.eventId ?? body?.eventId
  const ticketTypeId = query.ticketTypeId ?? body?.ticketTypeId
  const quantity = query.quantity ?? body?.quantity
  if (eventId === undefined || ticketTypeId === undefined || quantity === undefined) {
    const given = { eventId, ticketTypeId, quantity, rrpp: '', discountCode: '' }
    throw refusal(
      FIELDS.filter((field) => given[field] === undefined),
      'Falta este dato',
    )
  }
  return {
    eventId,
    items: [{ ticketTypeId, quantity }],
    rrpp: query.rrpp ?? body?.rrpp,
    discountCode: query.discountCode ?? body?.discountCode,
    platform: body?.platform ?? 'web',
  }
}

function refusal(fields: readonly Field[], message: string): Failure {
  return new Failure(
    'invalid_input',
    fields.map((field) => ({ path: [field], message })),
  )
}
