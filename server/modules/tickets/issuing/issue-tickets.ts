/** Makes the tickets of a confirmed order, and those that people make by hand. */
import type { App, Core, Tx } from '#server/context.ts'
import type { RawBuilder } from 'kysely'
import { randomBytes } from 'node:crypto'
import { newTicketNumber } from '#contract/values/ticket-number.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import type { PaidDrink } from '#server/modules/drinks/share-vouchers.ts'
import { issueVouchers, voucherInserts } from '#server/modules/drinks/store.ts'
import { queueTicketDeliveries, ticketDeliveries } from '#server/modules/notifications/queue-ticket-deliveries.ts'
import { newTicketId } from '#server/shared/ids.ts'
import { signTicketCodeAside, ticketCodeHash } from '#server/shared/qr.ts'
import type { TicketKey } from './cache.ts'
import { findIssued, findIssuing } from '../queries.ts'
import { insertInBatch, insertTickets, type BatchedTicket, type NewTicket } from '../store.ts'

export interface IssueOrder extends Drinks {
  readonly orderId: string
  readonly eventId: string
  /** Pays and holds the tickets. */
  readonly buyerId: string
  readonly lines: readonly {
    readonly typeId: string
    readonly quantity: number
    /** Of one ticket, in centavos. */
    readonly priceCents: number
    readonly feeCents: number
  }[]
  readonly kind: 'paid' | 'free'
}

interface Drinks {
  /** What the order has of the menu: their vouchers are shared out among its tickets. */
  readonly drinks?: readonly PaidDrink[]
}

const FIRST_EPOCH = 1
/** A taken number is one in 34,000 million per ticket of the event; a second round already never happens. */
const NUMBER_ROUNDS = 5

/**
 * Adds one ticket per place, in the order of the lines, with its signed code's hash, and queues their delivery. Call it
 * inside the transaction that confirms the order; an order that has its tickets gets the same ones again (invariant T4).
 * `key` is the one that `ensureActiveKey` gave before it.
 */
export async function issueTickets(app: Tx, key: TicketKey, order: IssueOrder): Promise<{ ticketIds: string[] }> {
  const earlier = await findIssued(app, order.orderId)
  if (earlier.length > 0) return { ticketIds: earlier }
  const ticketIds = await makeTickets(app, key, order)
  await audit(app, SYSTEM, 'ticket.issue', ['order', order.orderId], { after: { kind: order.kind, ticketIds } })
  await issueVouchers(app, { ...order, ticketIds })
  return { ticketIds }
}

export interface IssueByHand extends Omit<IssueOrder, 'orderId' | 'kind'> {
  readonly issuanceId: string
  readonly kind: 'courtesy' | 'in_person'
}

/** Adds the tickets of an issuance and queues their delivery, in the transaction that makes it; its audit row is the caller's. */
export function issueByHand(app: Tx, key: TicketKey, issuance: IssueByHand): Promise<string[]> {
  return makeTickets(app, key, issuance)
}

/** In the order of the lines, each with its signed code's hash. */
async function makeTickets(app: Tx, key: TicketKey, order: IssueOrder | IssueByHand): Promise<string[]> {
  const issuing = await findIssuing(app, order.eventId)
  const places = order.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line))
  const tickets = await Promise.all(
    places.map(async ({ typeId, priceCents, feeCents }, index): Promise<NewTicket> => {
      const typePosition = issuing.positions.get(typeId)
      if (typePosition === undefined) throw new Error(`Ticket type ${typeId} is not one of event ${order.eventId}`)
      const ticket = await newTicket(key, { eventNumber: issuing.eventNumber, typePosition })
      return { ...ticket, typeId, priceCents, feeCents, position: index + 1 }
    }),
  )
  await insertAll(app, { ...order, keyId: key.id }, tickets)
  const ticketIds = tickets.map(({ id }) => id)
  await queueTicketDeliveries(app, [ticketIds.map((ticketId) => ({ ticketId, epoch: FIRST_EPOCH }))])
  return ticketIds
}

export interface OrderToIssue extends Omit<IssueOrder, 'lines'> {
  /** The event's number inside codes. */
  readonly eventNumber: number
  readonly lines: readonly {
    readonly ticketTypeId: string
    readonly quantity: number
    readonly unitPriceCents: number
    readonly unitFeeCents: number
    /** The type's number inside codes. */
    readonly position: number
  }[]
}

/**
 * The statements that give a batch of orders their tickets, with their deliveries, for the transaction that places or
 * confirms them: signed here, sent with it. A ticket number that the event has already, or an order that has tickets, fails
 * the transaction; a next try draws other numbers. `key` is the one that `ensureActiveKey` gave.
 */
export async function issueInBatch(
  app: App,
  key: TicketKey,
  orders: readonly OrderToIssue[],
): Promise<RawBuilder<unknown>[]> {
  const issued = await Promise.all(orders.map((order) => draw(key, order)))
  const batches = issued.map((tickets) => tickets.map(({ id }) => ({ ticketId: id, epoch: FIRST_EPOCH })))
  const withTickets = orders.map((order, n) => ({ ...order, ticketIds: issued[n]?.map(({ id }) => id) ?? [] }))
  return [insertInBatch(key.id, issued.flat()), ticketDeliveries(app, batches), ...voucherInserts(withTickets)]
}

function draw(key: TicketKey, { lines, drinks: _, eventNumber, ...order }: OrderToIssue): Promise<BatchedTicket[]> {
  const places = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line))
  return Promise.all(
    places.map(async (line, index) => ({
      ...order,
      ...(await newTicket(key, { eventNumber, typePosition: line.position })),
      typeId: line.ticketTypeId,
      priceCents: line.unitPriceCents,
      feeCents: line.unitFeeCents,
      position: index + 1,
    })),
  )
}

async function newTicket(
  key: TicketKey,
  of: { eventNumber: number; typePosition: number },
): Promise<Pick<NewTicket, 'id' | 'number' | 'codeHash'>> {
  const id = newTicketId()
  const code = await signTicketCodeAside({ ...of, keyId: key.id, ticketId: id, epoch: FIRST_EPOCH }, key.privateKey)
  return { id, number: newTicketNumber(randomBytes), codeHash: ticketCodeHash(code) }
}

/** Tickets whose number is taken try again with another one. */
async function insertAll(
  app: Core,
  shared: (IssueOrder | IssueByHand) & { keyId: number },
  tickets: NewTicket[],
): Promise<void> {
  let missing = tickets
  for (let round = 0; missing.length > 0; round += 1) {
    if (round === NUMBER_ROUNDS) throw new Error(`No free ticket number for event ${shared.eventId}`)
    const added = await insertTickets(app, { ...shared, tickets: missing })
    missing = missing
      .filter(({ id }) => !added.has(id))
      .map((ticket) => ({ ...ticket, number: newTicketNumber(randomBytes) }))
  }
}
