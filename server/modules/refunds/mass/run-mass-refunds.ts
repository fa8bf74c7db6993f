/** Mass refunds, step by step. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { lockSale, lockSaleAndTickets } from '#server/modules/checkout/reversals/settle-sale.ts'
import { approveSome, dropRequested } from '#server/modules/payments/refunds/store.ts'
import { restoreTickets } from '#server/modules/tickets/revoke-tickets.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { decideRefunds } from '../decide-refund.ts'
import { requestTicketRefunds } from '../request-ticket-refunds.ts'
import {
  claimMassRefunds,
  finishMassRefund,
  letGo,
  lockStep,
  massLease,
  notePrepared,
  noteReleased,
  type ClaimedMassRefund,
} from '../store.ts'
import { listTicketMoney } from '../ticket-money.ts'
import { findEventOf, hasOpen, listOrdersToDrop, listOrdersToPrepare, PER_SECOND } from './queries.ts'

/** Its next step is due as often as this. */
const STEP_SECONDS = 2
/** While all are asked for and some are not made yet, it is looked at this often at least. */
const IDLE_SECONDS = 60
/** What was not asked for while nobody worked is not made up for in one go. */
const LONGEST_SECONDS = 4
/** Orders of one step: their rows stay locked until it ends. */
const ORDERS_AT_ONCE = 100

/** The next step of each mass refund that is due. The job `refunds.mass`. A worker that dies leaves a step that is done again. */
export async function runMassRefunds(app: App, stopping?: AbortSignal): Promise<void> {
  await drainLeases(app, massLease, {
    atOnce: 2,
    stopping,
    claim: (limit) => claimMassRefunds(app, limit),
    handle: async (mass) => {
      await letGo(app, mass, { seconds: await stepOf(mass)(app, mass) })
    },
  })
}

/** Each gives in how many seconds the next one is due. */
type Step = (app: App, mass: ClaimedMassRefund) => Promise<number>

function stepOf({ state }: ClaimedMassRefund): Step {
  return { preparing: prepare, running: release, stopping: drop }[state]
}

/**
 * Notes the tickets of the next orders, in the order of the orders' ids, which they are locked in: what can be given back has a
 * row of its own, and the ticket opens no door from now on.
 */
const prepare: Step = (app, mass) =>
  inTransaction(app, async (app) => {
    if (!(await lockStep(app, mass))) return STEP_SECONDS
    const orderIds = await listOrdersToPrepare(app, mass, ORDERS_AT_ONCE)
    for (const orderId of orderIds) await prepareOrder(app, mass, orderId)
    const last = orderIds.at(-1) ?? null
    await notePrepared(app, mass.id, last)
    tell(app, await findEventOf(app, mass.id))
    return last === null ? STEP_SECONDS : 0
  })

async function prepareOrder(app: Tx, mass: ClaimedMassRefund, orderId: string): Promise<void> {
  await lockSaleAndTickets(app, orderId)
  const tickets = await listTicketMoney(app, mass.eventId, { orderId })
  // What stands against the others is in the report: it was counted before, and is asked about one by one.
  const refunds = decideRefunds(tickets)
  const { source, reason, requestedBy, id: massRefundId } = mass
  await requestTicketRefunds(app, orderId, refunds, { source, reason, requestedBy, massRefundId })
}

/**
 * Has the provider asked for as many as the time since the last step allows; over when nothing is open any more. Once all are
 * asked for it waits for the last ones, which may be weeks where a seller has no balance: looked at less often the longer it is.
 */
const release: Step = (app, mass) =>
  inTransaction(app, async (app) => {
    if (!(await lockStep(app, mass))) return STEP_SECONDS
    const most = Math.floor(Math.min(mass.secondsSince, LONGEST_SECONDS) * PER_SECOND)
    if (most < 1) return STEP_SECONDS
    const released = await approveSome(app, mass.id, most)
    if (released > 0) await noteReleased(app, mass.id)
    else if (await hasOpen(app, mass.id)) return Math.min(Math.max(STEP_SECONDS, mass.secondsSince / 4), IDLE_SECONDS)
    else await finish(app, mass)
    tell(app, await findEventOf(app, mass.id))
    return STEP_SECONDS
  })

async function finish(app: Tx, { id: massRefundId, eventId }: ClaimedMassRefund): Promise<void> {
  await finishMassRefund(app, massRefundId, 'done')
  await audit(app, SYSTEM, 'refund.mass-done', ['event', eventId], { after: { massRefundId } })
  await app.queue.enqueue(app, 'refunds.tell-mass', { massRefundId }, { singletonKey: massRefundId })
}

/** Lets go of what was not asked for yet: those tickets open doors again. */
const drop: Step = (app, mass) =>
  inTransaction(app, async (app) => {
    if (!(await lockStep(app, mass))) return STEP_SECONDS
    const orderIds = await listOrdersToDrop(app, mass.id, ORDERS_AT_ONCE)
    for (const orderId of orderIds) {
      const order = await lockSale(app, orderId)
      const tickets = await dropRequested(app, mass.id, orderId)
      if (order.state !== 'in_dispute') await restoreTickets(app, tickets)
    }
    tell(app, await findEventOf(app, mass.id))
    if (orderIds.length > 0) return 0
    await finishMassRefund(app, mass.id, 'stopped')
    return STEP_SECONDS
  })

function tell(app: Tx, event: { readonly eventId: string; readonly companyId: string }): void {
  app.afterCommit(({ bus }) => publishChange(bus, eventTopics(event)))
}
