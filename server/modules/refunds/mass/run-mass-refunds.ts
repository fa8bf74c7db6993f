/** Mass refunds, step by step. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { lockSale } from '#server/modules/checkout/reversals/settle-sale.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { approveSome, rejectRequested } from '#server/modules/payments/refunds/store.ts'
import { restoreTickets } from '#server/modules/tickets/revoke-tickets.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { decideRefunds } from '../decide-refund.ts'
import { massEndedMail } from '../messages.ts'
import { refundOrder } from '../refund-order.ts'
import {
  claimMassRefunds,
  finishMassRefund,
  scheduleNextStep,
  lockStep,
  massLease,
  recordPrepared,
  recordReleased,
  type ClaimedMassRefund,
} from '../store.ts'
import type { TicketMoney } from '../ticket-money.ts'
import { findEndedMassRefund, hasOpen, listOrdersToCancel, listOrdersToPrepare, PER_SECOND } from './queries.ts'

/** Notifies its requester. */
export const massRefundEnded = defineNotification('refunds.mass-ended', {
  find: (app: App, { massRefundId }: { massRefundId: string }) => findEndedMassRefund(app, massRefundId),
  mail: massEndedMail,
})

/** The pause between two steps. */
const STEP_SECONDS = 2
/** The longest pause while all are requested and some are not made yet. */
const IDLE_SECONDS = 60
/** A step catches up on at most this much time in which no worker ran. */
const LONGEST_SECONDS = 4
/** Orders of one step: their rows stay locked until it ends. */
const ORDERS_AT_ONCE = 100

/** Takes the next step of each mass refund that is due. The job `refunds.mass`. A step whose worker died is done again. */
export async function runMassRefunds(app: App, stopping?: AbortSignal): Promise<void> {
  await drainLeases(app, massLease, {
    atOnce: 2,
    stopping,
    claim: (limit) => claimMassRefunds(app, limit),
    handle: async (mass) => {
      await scheduleNextStep(app, mass, { seconds: await stepOf(mass)(app, mass) })
    },
  })
}

/** Returns in how many seconds the next step is due. */
type Step = (app: App, mass: ClaimedMassRefund) => Promise<number>

function stepOf({ state }: ClaimedMassRefund): Step {
  return { preparing: prepare, running: release, stopping: cancelRequested }[state]
}

/** Requests the refunds of the next orders, locked by ascending id; their tickets open no door from now on. */
const prepare: Step = (app, mass) =>
  inTransaction(app, async (app) => {
    if (!(await lockStep(app, mass))) return STEP_SECONDS
    const orderIds = await listOrdersToPrepare(app, mass, ORDERS_AT_ONCE)
    const { source, reason, requestedBy, id: massRefundId } = mass
    // Tickets with an obstacle are in the report: they were counted before, and are requested one by one.
    const decide = (tickets: readonly TicketMoney[]) => ({ refunds: decideRefunds(tickets) })
    for (const orderId of orderIds)
      await refundOrder(app, SYSTEM, orderId, { source, reason, requestedBy, massRefundId, decide })
    const last = orderIds.at(-1) ?? null
    await recordPrepared(app, mass.id, last)
    publishEvent(app, mass)
    return last === null ? STEP_SECONDS : 0
  })

/**
 * Releases as many refunds to the provider as the time since the last step allows; done when none is open any more. The last ones
 * may take weeks where a seller has no balance, so the pause grows.
 */
const release: Step = (app, mass) =>
  inTransaction(app, async (app) => {
    if (!(await lockStep(app, mass))) return STEP_SECONDS
    const most = Math.floor(Math.min(mass.secondsSince, LONGEST_SECONDS) * PER_SECOND)
    if (most < 1) return STEP_SECONDS
    const released = await approveSome(app, mass.id, most)
    if (released > 0) await recordReleased(app, mass.id)
    else if (await hasOpen(app, mass.id)) return Math.min(Math.max(STEP_SECONDS, mass.secondsSince / 4), IDLE_SECONDS)
    else await finish(app, mass)
    publishEvent(app, mass)
    return STEP_SECONDS
  })

async function finish(app: Tx, { id: massRefundId, eventId }: ClaimedMassRefund): Promise<void> {
  await finishMassRefund(app, massRefundId, 'done')
  await audit(app, SYSTEM, 'refund.mass-done', ['event', eventId], { after: { massRefundId } })
  await notify(app, massRefundEnded, { massRefundId }, massRefundId)
}

/** Cancels the refunds that were not released yet: their tickets open doors again. */
const cancelRequested: Step = (app, mass) =>
  inTransaction(app, async (app) => {
    if (!(await lockStep(app, mass))) return STEP_SECONDS
    const orderIds = await listOrdersToCancel(app, mass.id, ORDERS_AT_ONCE)
    for (const orderId of orderIds) {
      const order = await lockSale(app, orderId)
      const tickets = await rejectRequested(app, mass.id, orderId)
      if (order.state !== 'in_dispute') await restoreTickets(app, tickets)
    }
    publishEvent(app, mass)
    if (orderIds.length > 0) return 0
    await finishMassRefund(app, mass.id, 'stopped')
    return STEP_SECONDS
  })

function publishEvent(app: Tx, event: ClaimedMassRefund): void {
  app.afterCommit(({ bus }) => publishChange(bus, eventTopics(event)))
}
