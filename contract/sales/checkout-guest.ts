/** Buying without a session: an order that is reached by its own token until the contact that was typed is verified. */
import * as z from 'zod/mini'
import { mail, personName, phoneCodeNeeded } from '#contract/accounts/accounts.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { contactCode } from '#contract/values/contact-code.ts'
import { dateInput } from '#contract/values/date-schemas.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { linkToken, opaque } from '#contract/values/text.ts'
import { drinks, ticketLines } from './cart-lines.ts'
import {
  discountCode,
  order,
  orderStatus,
  paymentHint,
  platform,
  PURCHASE_FAILURES,
  purchaseAnswer,
  rrpp,
} from './checkout.ts'
import { orderPublicId } from './order-id.ts'
import { ticket, ticketId } from './tickets.ts'

/** Opens one order, and nothing else of its buyer's. */
export const orderToken = linkToken({ max: 80 })
export const linkedParams = z.object({ publicId: orderPublicId })
export const linkedAccess = { roles: 'public', object: { rule: 'linkedOrder', from: 'params.publicId' } } as const

/**
 * The same purchase as `createMultiplePurchase` without a session, by a person with nothing verified. No account is looked up,
 * so the answer is the same for all contacts (rule R10.17).
 */
export const createGuestPurchase = endpoint({
  method: 'POST',
  path: '/api/v1/checkout',
  summary: 'Reserva entradas sin sesión, a nombre de los contactos que se escriben, y devuelve el enlace de pago',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 10, seconds: 60 },
  idempotent: true,
  audit: 'order.place',
  auditBeside: ['order.replace', 'order.confirm', 'order.expire'],
  body: z.object({
    eventId: idOf('event'),
    lines: ticketLines,
    drinks,
    discountCode,
    rrpp,
    platform,
    buyer: z.object({ name: personName, phone: phoneInput, mail, birthDate: z.optional(dateInput) }),
    /** Of `confirmGuestCode`, one a contact, after `contact_unproved` or `contact_limit`; an expired one counts as none. */
    contactProofs: z.optional(z.array(opaque({ max: 120 })).check(z.maxLength(2))),
  }),
  response: z.extend(purchaseAnswer, { token: z.string() }),
  status: 201,
  failures: [...PURCHASE_FAILURES, 'invalid_phone', 'contact_limit', 'signed_in_already'],
})

const typedContacts = { kind: z.enum(['mail', 'phone']), phone: phoneInput, mail }

/**
 * Asked for once `createGuestPurchase` answered `contact_unproved`, or `contact_limit` with the contact that it helps. Answers alike for contacts with and without an account; the code goes to
 * the mail where none can leave by WhatsApp.
 */
export const requestGuestCode = endpoint({
  method: 'POST',
  path: '/api/v1/checkout/code',
  summary: 'Manda un código al teléfono o al email que se escribe al comprar sin sesión',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 10, seconds: 3600 },
  body: z.object({ ...typedContacts, name: personName }),
  response: phoneCodeNeeded,
  failures: ['invalid_phone'],
})

/** The proof holds for half an hour, for this contact on this device, and only for purchases without a session. */
export const confirmGuestCode = endpoint({
  method: 'POST',
  path: '/api/v1/checkout/code/confirm',
  summary: 'Cambia el código por la prueba de que el contacto es de quien compra sin sesión',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 20, seconds: 3600 },
  body: z.object({ ...typedContacts, code: contactCode }),
  response: z.object({ contactProof: z.string() }),
  failures: ['invalid_phone', 'wrong_code', 'code_expired'],
})

/** The order, where it stands, and its tickets once it is paid: what the buyer's device and the links of the mail open. */
export const getGuestOrder = endpoint({
  method: 'GET',
  path: '/api/v1/checkout/{publicId}',
  summary: 'Una compra hecha sin sesión, con sus entradas, para quien tiene su enlace',
  access: linkedAccess,
  whileImpersonating: 'blocked',
  params: linkedParams,
  query: z.object({ token: orderToken, paymentId: paymentHint }),
  response: z.object({
    order,
    status: orderStatus,
    paymentUrl: z.nullable(z.string()),
    hasReceipt: z.boolean(),
    /** Those that were not handed on. */
    tickets: z.array(ticket),
  }),
  failures: ['order_not_found'],
})

/**
 * As `transferTicket` for who bought without a session: `contact_unproved` asks for a code to a contact of the order (`requestGuestCode`), whose
 * proof comes back here.
 */
export const transferGuestTicket = endpoint({
  method: 'POST',
  path: '/api/v1/checkout/{publicId}/transfer',
  summary: 'Pasa a otra persona una entrada comprada sin sesión, con un código al contacto de la compra',
  access: linkedAccess,
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: 3600 },
  audit: 'ticket.transfer',
  auditBeside: ['account.make_pending'],
  params: linkedParams,
  query: z.object({ token: orderToken }),
  body: z.object({
    ticketId,
    name: personName,
    phone: phoneInput,
    mail,
    /** None before the first code; those of both contacts at most. */
    contactProofs: z.array(opaque({ max: 120 })).check(z.maxLength(2)),
  }),
  response: z.object({ ticketId }),
  failures: [
    'order_not_found',
    'contact_unproved',
    'ticket_not_found',
    'ticket_not_valid',
    'ticket_refunding',
    'invalid_phone',
    'recipient_not_found',
    'transfer_to_self',
    'transfer_closed',
    'transfer_limit',
    'transfer_day_limit',
  ],
})

/**
 * For who came back from paying into a browser that knows nothing of the order: sends its tickets once more to the contacts that have them.
 * Answers alike for every id, also where nothing is sent.
 */
export const resendGuestOrder = endpoint({
  method: 'POST',
  path: '/api/v1/orders/{publicId}/resend',
  summary: 'Vuelve a mandar las entradas de una compra hecha sin sesión a donde se mandaron',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'target', limit: 3, seconds: 3600, target: 'params.publicId' },
  audit: 'order.resend',
  params: linkedParams,
  response: 'empty',
  failures: [],
})

/** Its places are free at once; a payment that arrives all the same is a late one. */
export const giveUpGuestOrder = endpoint({
  method: 'DELETE',
  path: '/api/v1/checkout/{publicId}',
  summary: 'Suelta la reserva de una compra hecha sin sesión',
  access: linkedAccess,
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: 60 },
  audit: 'order.give_up',
  params: linkedParams,
  query: z.object({ token: orderToken }),
  response: 'empty',
  failures: ['order_not_found', 'order_not_payable'],
})

/** For an account that verified the phone or the mail that the order was placed with, before or after. */
export const joinGuestOrder = endpoint({
  method: 'POST',
  path: '/api/v1/checkout/{publicId}/join',
  summary: 'Suma a la cuenta propia una compra hecha sin sesión con un contacto verificado',
  access: { roles: ['CLIENT'], object: { rule: 'linkedOrder', from: 'params.publicId' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 30, seconds: 3600 },
  audit: 'account.join_pending',
  params: linkedParams,
  query: z.object({ token: orderToken }),
  response: 'empty',
  failures: ['order_not_found', 'contact_not_yours'],
})
