/**
 * What the seed and the load generator know of each other without talking: the n-th account with its bearer token, the n-th
 * event, the n-th ticket. Nothing here is secret or random, so that a request can be built from its number alone.
 */
import { createHash } from 'node:crypto'
import { encodeTicketCode } from '#contract/values/ticket-code.ts'
import { newTicketNumber } from '#contract/values/ticket-number.ts'

const TOKEN_LENGTH = 43

/** Uuids in the order of their numbers, as the product's own are in the order of time; `kind` keeps tables apart. */
const numbered = (kind: string) => (n: number) => `00000000-0000-7000-8${kind}-${n.toString(16).padStart(12, '0')}`

export const accountId = numbered('000')
export const sessionId = numbered('001')
export const companyId = numbered('002')
export const eventId = numbered('003')
/** The picture of an event. */
export const flyerId = (n: number): string => createHash('sha256').update(`flyer ${n}`).digest('hex')
export const typeId = numbered('004')

export const orderId = numbered('005')
export const regretId = numbered('006')

/** The seller of the first company's events at the provider, and what signs the provider's notifications. */
export const COLLECTOR = '100000000'

/** Into whose account the `n`th company is paid, and the token that it gave us. */
export function seller(n: number): { readonly collectorId: string; readonly token: string } {
  return { collectorId: String(Number(COLLECTOR) + n), token: `APP_USR-bench-${n}` }
}
export const WEBHOOK_SECRET = 'bench'

/** The n-th order that was sent to pay: the name that the provider knows it by, and its payment there. */
export function paidOrder(n: number): { readonly publicId: string; readonly paymentId: string } {
  return {
    publicId: PUBLIC_ID_PREFIX + String(n).padStart(PUBLIC_ID_DIGITS, '0'),
    paymentId: String(PAYMENTS_FROM + n),
  }
}
export const PUBLIC_ID_PREFIX = 'bench-'
export const PUBLIC_ID_DIGITS = 16
const PAYMENTS_FROM = 1_000_000_000

/** As long as a real token; the server keeps its sha256. */
export function accountToken(n: number): string {
  return TOKEN_PREFIX + String(n).padStart(TOKEN_LENGTH - TOKEN_PREFIX.length, '0')
}
export const TOKEN_PREFIX = 'bench-'
export const TOKEN_DIGITS = TOKEN_LENGTH - TOKEN_PREFIX.length

/** Everybody's password. */
export const PASSWORD = 'una noche en la terraza'

/** A mobile of Buenos Aires, E.164. */
export const PHONE_PREFIX = '+549112'
export const PHONE_DIGITS = 7
export function accountPhone(n: number): string {
  return PHONE_PREFIX + String(n).padStart(PHONE_DIGITS, '0')
}

export interface BenchTicket {
  readonly id: string
  /** What a doorman would type. */
  readonly number: string
  /** Text of the QR. Its signature is filler: online the door compares hashes (bench/README.md, P6). */
  readonly code: string
}

/** Ids are scattered like real ones: 128 bits that say nothing about when a ticket was issued. */
export function benchTicket(n: number, eventNumber: number): BenchTicket {
  const seed = createHash('sha512').update(`ticket ${n}`).digest()
  const hex = seed.toString('hex', 0, 16)
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  const fields = { keyId: 1, eventNumber, ticketId: id, epoch: 1, typePosition: 0 }
  return {
    id,
    number: newTicketNumber((count) => Uint8Array.from({ length: count }, (_, place) => (n >> (5 * place)) & 31)),
    code: encodeTicketCode(fields, () => seed),
  }
}
