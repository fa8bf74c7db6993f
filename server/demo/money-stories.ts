/**
 * What becomes of money after a sale: a night that was called off, one that moved, a sold-out one that people wait for, refunds and
 * withdrawals in each of their states. Created through the use cases, each at the hour at which it would have happened.
 */
import { formatOrderNumber } from '#contract/values/order-number.ts'
import { addDays, toLocalDate } from '#contract/values/dates.ts'
import type { Proof } from '#contract/api/roles.ts'
import { inTransaction, type App } from '#server/context.ts'
import { cancelEvent } from '#server/modules/events/managing/cancel-event.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { updateEvent } from '#server/modules/events/managing/update-event.ts'
import { sendNotices } from '#server/modules/notices/compose-notice.ts'
import { listOpenMoves } from '#server/modules/notices/queries-moves.ts'
import { sendCancellation } from '#server/modules/notices/send-cancellation.ts'
import { claimMoveRefund } from '#server/modules/notices/claim-move-refund.ts'
import { notifyMoves } from '#server/modules/notices/notify-moves.ts'
import { runMassRefunds } from '#server/modules/refunds/mass/run-mass-refunds.ts'
import { startMassRefund } from '#server/modules/refunds/mass/start-mass-refund.ts'
import { processRefunds } from '#server/modules/refunds/process-refunds.ts'
import { refundTicket } from '#server/modules/refunds/refund-ticket.ts'
import { confirmRegret } from '#server/modules/regrets/confirm-regret.ts'
import { makeLinkToken } from '#server/shared/link-token.ts'
import { resolveRegret } from '#server/modules/regrets/resolve-regret.ts'
import { insertRegret } from '#server/modules/regrets/store.ts'
import { lookUpRegret } from '#server/modules/regrets/submit-regret.ts'
import { joinWaitingList } from '#server/modules/waiting-list/join-waiting-list.ts'
import { offerPlaces } from '#server/modules/waiting-list/offer-places.ts'
import { newId } from '#server/shared/ids.ts'
import { createLogger } from '#server/shared/logger.ts'
import type { DemoNight } from './add-nights.ts'
import { actorOf, demoOrigin, type DemoPeople } from './people.ts'
import { askProvider } from './simulated-provider.ts'
import { at, type TimeMachine } from './time-travel.ts'

/** In hours from now: the night is called off, and another moves. */
export const CALLED_OFF_HOURS = -26
const DONE_HOURS = -25
const LATE_HOURS = -1

const MOVED = 'Amanecer Fest'
const SOLD_OUT = 'Nadie se Ríe Solo'
/** Of whose orders some go back, and some are regretted. */
const REFUNDED = 'Fiesta Lunar Rosario'
const REGRETTED = 'La Previa del Río'

interface Cast {
  readonly nights: readonly DemoNight[]
  readonly people: DemoPeople
}

/** Lives them all, after the sales. */
export async function liveMoneyStories(machine: TimeMachine, cast: Cast): Promise<void> {
  const calledOff = cast.nights.find(({ night }) => night.isCalledOff)
  if (!calledOff) throw new Error('The demo calls no night off')
  const [moved, soldOut, refunded, regretted] = [MOVED, SOLD_OUT, REFUNDED, REGRETTED].map((name) => named(cast, name))
  if (!moved || !soldOut || !refunded || !regretted) throw new Error('A night of the demo has another name')
  await at(machine, CALLED_OFF_HOURS, async (app) => {
    await callOff(app, calledOff)
    // Notes what goes back.
    await runMassRefunds(app)
    await move(app, moved)
  })
  await at(machine, DONE_HOURS, async (app) => {
    // Asks for its tickets, one by one.
    await runMassRefunds(app)
    await processRefunds(app)
    await notifyMoves(app)
    await sendNotices(app)
    await takeOneBack(app, moved, cast.people.of.buyer)
    await processRefunds(app)
  })
  await at(machine, LATE_HOURS, async (app) => {
    // Finds that nothing of it is left.
    await runMassRefunds(app)
    await refundSome(app, refunded)
    await regretSome(app, regretted, cast.people.of.god)
    await waitFor(app, soldOut, cast.people.buyers)
  })
  // By night nothing is offered: then everybody waits for the morning.
  await at(machine, 0, offerPlaces)
}

function named({ nights }: Cast, name: string): DemoNight | undefined {
  return nights.find(({ night }) => night.name === name)
}

async function callOff(app: App, { id, night, organizer }: DemoNight): Promise<void> {
  const reason = 'El municipio clausuró el salón hasta nuevo aviso.'
  const eventId = id as ManagedEventId // this organizer's own
  await cancelEvent(app, organizer, eventId, { reason, confirmation: night.name })
  await sendCancellation(app, { actor: organizer, proof: eventId })
  await startMassRefund(app, { actor: organizer, proof: eventId, body: { reason, confirmation: night.name } })
}

/** A week later. */
async function move(app: App, { id, organizer, startsAt }: DemoNight): Promise<void> {
  const dateEvent = addDays(toLocalDate(startsAt), 7)
  await updateEvent(app, organizer, id as ManagedEventId, { dateEvent }, undefined) // this organizer's own
}

/** One payer takes the money of a moved night back; the others, the demo's client among them, have not. */
async function takeOneBack(app: App, night: DemoNight, clientId: string): Promise<void> {
  const [notice] = await listOpenMoves(app, night.id)
  const payer = (await ordersOf(app, night)).find(({ buyerId }) => buyerId !== clientId)
  if (!notice || !payer) throw new Error('The rescheduled night of the demo has no notice or no payer')
  const by = { actor: actorOf(payer.buyerId), origin: demoOrigin }
  await claimMoveRefund(app, { ...by, params: { id: notice.id }, body: {} })
}

/** A whole ticket and a part of one went back; one is on its way at the provider, and one was refused there for good. */
async function refundSome(app: App, night: DemoNight): Promise<void> {
  const tickets = await ticketsOf(app, night)
  const ask = async (outcome: 'approved' | 'in_process' | 'rejected', reason: string, partialAmount?: number) => {
    const ticketId = tickets.shift()
    if (ticketId === undefined) throw new Error('The demo sold too few tickets to give them back')
    await askProvider(app.config, { do: 'set-switches', refundOutcome: outcome })
    const isWhole = partialAmount === undefined
    const body = { ticketId, reason, endTicket: isWhole, ...(!isWhole && { partialAmount }) }
    await refundTicket(app, night.organizer, night.id as ManagedEventId, body, undefined) // this organizer's own
    // The staged refusal would be an error in the log of a healthy start.
    await processRefunds(
      outcome === 'rejected' ? { ...app, log: createLogger({ level: 'silent', pretty: true }) } : app,
    )
  }
  try {
    await ask('approved', 'No puede venir: se mudó')
    await ask('approved', 'No hubo guardarropa', 2000)
    await ask('rejected', 'Compró dos veces')
    await ask('in_process', 'Se enfermó')
  } finally {
    await askProvider(app.config, { do: 'set-switches', refundOutcome: 'approved' })
  }
}

/** Three wait for a sold-out night, and then one of its tickets goes back. */
async function waitFor(app: App, night: DemoNight, buyers: readonly string[]): Promise<void> {
  const [type] = night.types
  const holders = new Set((await ordersOf(app, night)).map(({ buyerId }) => buyerId))
  const waiting = buyers.filter((id) => !holders.has(id)).slice(-3)
  const proof = (type?.id ?? '') as Proof<'visibleTicketType'> // of a public night
  for (const [place, id] of waiting.entries()) {
    await joinWaitingList(app, { actor: actorOf(id), proof, body: { quantity: place === 1 ? 2 : 1 } })
  }
  const [ticketId = ''] = await ticketsOf(app, night)
  const body = { ticketId, reason: 'Le cambiaron el turno en el trabajo', endTicket: true }
  await refundTicket(app, night.organizer, night.id as ManagedEventId, body, undefined) // this organizer's own
  await processRefunds(app)
}

/** Creates five withdrawals: link not opened, no purchase found, too late, answered by a person, refunded automatically. */
async function regretSome(app: App, night: DemoNight, godId: string): Promise<void> {
  const orders = await ordersOf(app, night)
  const [late, refused] = orders
  const [fresh, unopened] = orders.toReversed()
  if (!late || !refused || !fresh || !unopened) throw new Error('The demo sold too few orders to regret them')
  await submit(app, { orderNumber: formatOrderNumber(unopened.number) })
  await submit(app, { contact: 'compre.con.otro.mail@previa.example' })
  for (const order of [late, refused, fresh]) {
    const { id, code } = await submit(app, { orderNumber: formatOrderNumber(order.number) })
    const token = makeLinkToken(app.vault, { kind: 'regret-link', id }, order.buyerId)
    await confirmRegret(app, { origin: demoOrigin, params: { code }, body: { token, orderIds: [order.publicId] } })
    if (order !== refused) continue
    const answer = 'Pasaron más de diez días desde la compra. Podés transferir tus entradas hasta el comienzo.'
    const actor = actorOf(godId, { roles: ['godAdmin'] })
    await resolveRegret(app, { actor, params: { id }, body: { decision: 'refuse', answer } })
  }
  await processRefunds(app)
}

let regrets = 0

/** Kept and looked up at once; its link is sent when the worker starts. */
async function submit(
  app: App,
  asked: { readonly orderNumber?: string; readonly contact?: string },
): Promise<{ id: string; code: string }> {
  regrets += 1
  const [id, code] = [newId(), `DEM0S-0000${regrets}`]
  await inTransaction(app, (app) =>
    insertRegret(app, { id, code, orderNumber: asked.orderNumber ?? null, contact: asked.contact ?? null }),
  )
  await lookUpRegret(app, id)
  return { id, code }
}

/** Paid ones, the oldest first. */
async function ordersOf(app: App, { id }: DemoNight): Promise<{ publicId: string; number: string; buyerId: string }[]> {
  return app.db
    .selectFrom('orders')
    .select(['public_id as publicId', 'number', 'buyer_id as buyerId'])
    .where('event_id', '=', id)
    .where('state', '=', 'paid')
    .orderBy('paid_at')
    .execute()
}

/** One of each order. */
async function ticketsOf(app: App, { id }: DemoNight): Promise<string[]> {
  const rows = await app.db
    .selectFrom('tickets')
    .distinctOn('order_id')
    .select('id')
    .where('event_id', '=', id)
    .where('state', '=', 'valid')
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.id)
}
