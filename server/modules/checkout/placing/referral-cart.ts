/** The cart of a purchase whose fields come in the query, in the body, or in both with the same values. Pure. */
import type { createReferralPurchase } from '#contract/sales/checkout.ts'
import type { ParsedInput } from '#contract/api/endpoint.ts'
import { eitherInput, refusedFields } from '#server/shared/either-input.ts'
import type { Cart } from './place-order.ts'

type Input = ParsedInput<typeof createReferralPurchase>
const NEEDED = ['eventId', 'ticketTypeId', 'quantity'] as const

/** Throws `invalid_input` naming the fields that are missing, or that query and body say differently (rule R3.9). */
export function readReferralCart(query: Input['query'], body: Input['body']): Omit<Cart, 'call'> {
  const { eventId, ticketTypeId, quantity, rrpp, discountCode, platform } = eitherInput(query, body)
  if (eventId === undefined || ticketTypeId === undefined || quantity === undefined) {
    const given = { eventId, ticketTypeId, quantity }
    throw refusedFields(NEEDED.filter((field) => given[field] === undefined))
  }
  return {
    eventId,
    items: [{ ticketTypeId, quantity }],
    drinks: body?.drinks,
    rrpp,
    discountCode,
    platform: platform ?? 'web',
  }
}
