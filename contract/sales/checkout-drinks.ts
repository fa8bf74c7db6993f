/** Buying drinks for a ticket that one holds already. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { orderedDrinks } from './cart-lines.ts'
import { platform, purchaseAnswer } from './checkout.ts'
import { ticketId } from './tickets.ts'

/**
 * An order without tickets: what is paid becomes vouchers of this ticket, one that has entered too. It replaces an unpaid one of the
 * same ticket and person.
 */
export const addDrinks = endpoint({
  method: 'POST',
  path: '/api/v1/ticket/{ticketId}/drinks',
  summary: 'Reserva bebidas para una entrada propia y devuelve el enlace de pago',
  access: { roles: ['CLIENT'], object: { rule: 'heldTicket', from: 'params.ticketId' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 10, seconds: 60 },
  idempotent: true,
  audit: 'order.place',
  /** Of one that it replaces, and of what costs nothing. */
  auditBeside: ['order.replace', 'order.confirm', 'drink_voucher.issue'],
  params: z.object({ ticketId }),
  body: z.object({ drinks: orderedDrinks.check(z.minLength(1, 'Elegí al menos una bebida')), platform }),
  response: purchaseAnswer,
  status: 201,
  failures: [
    'ticket_not_found',
    'ticket_not_valid',
    'drinks_closed',
    'drink_not_found',
    'drink_not_available',
    'profile_incomplete',
    'under_age',
    'paid_sales_closed',
  ],
})
