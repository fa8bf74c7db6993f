/** A cancelled event: its sale ends at once, holders and payers are notified one by one, and the money goes back as cancelled. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { getEventPage } from '#contract/events/events.ts'
import { cancelEvent, getManagedEvent, publishEvent, updateEvent } from '#contract/events/events-managed.ts'
import {
  exportNoticePeople,
  getNotices,
  listNoticePeople,
  retryNotice,
  sendCancellation,
} from '#contract/events/notices.ts'
import { getMassRefund, startMassRefund } from '#contract/sales/refunds-mass.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { tries } from '#server/testing/tries.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const NAME = 'Fiesta Lunar Rosario'
const reason = 'Se inundó el salón'

/** An event with a paid order of two tickets, and who may do what with it. */
async function sold() {
  const sale = await shop.paid({ event: { name: NAME } })
  const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  return { ...sale, ...actsOf(sale.eventId, owner), owner }
}
type Sold = Awaited<ReturnType<typeof sold>>

function actsOf(eventId: string, owner: GivenUser) {
  const params = { id: eventId }
  return {
    params,
    cancel: (as = owner, confirmation = NAME) =>
      shop.call(cancelEvent, { params, body: { reason, confirmation } }, { as }),
    notify: (as = owner) => shop.call(sendCancellation, { params }, { as }),
    read: (as = owner) => shop.call(getNotices, { params }, { as }),
    people: (noticeId: string, query = {}, as = owner) =>
      shop.call(listNoticePeople, { params: { ...params, noticeId }, query }, { as }),
  }
}
const deliver = async () => {
  await shop.app.queue.runJob(shop.app, 'notices.deliver')
}
/** A person with a free ticket of the event. */
async function freeTicket(eventId: string): Promise<GivenUser> {
  const { id } = await shop.given.ticketType({ event: { id: eventId }, priceCents: 0 })
  const [guest] = await shop.buyers(1)
  if (!guest) throw new Error('One was asked for')
  await shop.buy(guest, id, eventId, 1)
  return guest
}
const ticketIds = async (eventId: string) =>
  (
    await shop.app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).orderBy('position').execute()
  ).map(({ id }) => id)

test('sales end at once: what was being bought ends, its places are free, and what is paid all the same goes back', async () => {
  const { typeId, eventId, cancel, owner } = await sold()
  const [held, paying, coming] = await shop.buyers(3)
  if (!held || !paying || !coming) throw new Error('Three were asked for')
  const free = await shop.buy(held, typeId, eventId, 1)
  const sent = await shop.buy(paying, typeId, eventId, 2)
  const preferenceId = await shop.preferenceOf(sent)
  expect(await shop.stockOf(typeId)).toEqual({ held: 3, sold: 2 })
  expect(await shop.refusal(cancel(owner, 'fiesta lunar'))).toBe('confirmation_mismatch')
  expect(await cancel()).toMatchObject({ state: 'cancelled', availability: 'closed' })
  expect(await shop.refusal(shop.buy(coming, typeId, eventId, 1))).toBe('event_not_on_sale')
  await shop.drain()
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  expect(await shop.orderState(free.order.publicId)).toBe('cancelled')
  expect(await shop.call(getOrderStatus, { params: { publicId: sent.order.publicId }, query: {} })).toMatchObject({
    state: 'cancelled',
    nextStep: 'choose_again',
  })
  // The provider was asked to accept no more payments; a payment in progress is refunded.
  expect(
    Date.parse(String(shop.simulator.control.preference(preferenceId).body['expiration_date_to'])),
  ).toBeLessThanOrEqual(shop.clock.epochMs())
  await shop.settle()
  expect(await shop.call(getEventPage, { params: { id: eventId } })).toMatchObject({ state: 'cancelled' })
})

test('a payment that was made at the provider before the end goes back whole', async () => {
  const { typeId, eventId, cancel } = await sold()
  const [paying] = await shop.buyers(1)
  if (!paying) throw new Error('One was asked for')
  const purchase = await shop.buy(paying, typeId, eventId, 2)
  const paymentId = await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await cancel()
  await shop.drain()
  await shop.settle()
  await shop.settle()
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(3_960_000)
  expect(await shop.refundsOf(purchase.order.publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
  expect(await shop.ticketsOf(eventId)).toHaveLength(2)
  const { reason: why } = await shop.call(getOrderStatus, { params: { publicId: purchase.order.publicId }, query: {} })
  expect(why).toContain('ya se había cancelado')
})

test('what is approved after the cancellation goes back, before its sale was ended too: one alone, and many together', async () => {
  const { typeId, eventId, cancel } = await sold()
  const paid = await Promise.all(
    (await shop.buyers(3)).map(async (buyer) => {
      const purchase = await shop.buy(buyer, typeId, eventId, 1)
      return { publicId: purchase.order.publicId, preferenceId: await shop.preferenceOf(purchase) }
    }),
  )
  await cancel()
  const [alone, ...together] = paid
  // The notification comes before the job that ends unpaid orders.
  const arrive = async (those: readonly (typeof alone)[]) => {
    for (const each of those) if (each) await shop.simulator.control.pay(each.preferenceId)
    await shop.simulator.control.drain()
    await shop.app.queue.runJob(shop.app, 'checkout.apply-notifications')
  }
  await arrive([alone])
  await arrive(together)
  expect(await shop.ticketsOf(eventId)).toHaveLength(2)
  await shop.settle()
  for (const { publicId } of paid) {
    expect(await shop.orderState(publicId)).toBe('cancelled')
    expect(await shop.refundsOf(publicId)).toMatchObject([{ source: 'late_payment', state: 'completed' }])
  }
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
})

test('paid and cancelled at the same moment: a ticket of before, whose holder the notice reaches, or its money back', async () => {
  for (let round = 0; round < tries(3, 100); round += 1) {
    const { typeId, eventId, cancel, notify, people } = await sold()
    const [buyer] = await shop.buyers(1)
    if (!buyer) throw new Error('One was asked for')
    const purchase = await shop.buy(buyer, typeId, eventId, 1)
    await shop.simulator.control.pay(await shop.preferenceOf(purchase))
    await shop.simulator.control.drain()
    const sending = (async () => {
      await cancel()
      return notify()
    })()
    await Promise.all([sending, shop.app.queue.runJob(shop.app, 'checkout.apply-notifications')])
    const [notice] = (await sending).notices
    await deliver()
    await shop.settle()
    const { people: reached } = await people(notice?.id ?? '')
    const isPaid = (await shop.orderState(purchase.order.publicId)) === 'paid'
    expect(reached.length).toBe(isPaid ? 2 : 1)
    expect(await shop.refundsOf(purchase.order.publicId)).toHaveLength(isPaid ? 0 : 1)
  }
})

test('orders and a cancellation of the same moment: none is left that could still be paid', async () => {
  const { typeId, eventId, cancel } = await sold()
  const buyers = await shop.buyers(30)
  const outcomes = await Promise.all([
    ...buyers.map((buyer) => shop.buy(buyer, typeId, eventId, 1).catch((error: unknown) => error)),
    cancel(),
  ])
  expect(outcomes.length).toBe(31)
  await shop.drain()
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 2 })
  const { rows } =
    await sql`select from orders where event_id = ${eventId}::uuid and state in ('reserved', 'pending_payment')`.execute(
      shop.app.db,
    )
  expect(rows).toEqual([])
})

test.each([
  // What a batch of orders decides and writes under, and what a batch of payments does.
  ['orders that are written', ({ eventId }: Sold) => sql`select stock_lock('{}'::uuid[], ${[eventId]}::uuid[])`],
  [
    'payments that are applied',
    ({ publicId }: Sold) => sql`select checkout_lock_payments(array[${publicId}], array['none'])`,
  ],
])('a cancellation waits for the %s at this moment', async (_, locked) => {
  const sale = await sold()
  const { cancelling } = await shop.app.db.transaction().execute(async (trx) => {
    await locked(sale).execute(trx)
    const cancelling = sale.cancel()
    await untilBlocked(shop.app.db)
    const { state } = await shop.app.db
      .selectFrom('events')
      .select('state')
      .where('id', '=', sale.eventId)
      .executeTakeFirstOrThrow()
    expect(state).toBe('active')
    return { cancelling }
  })
  expect(await cancelling).toMatchObject({ state: 'cancelled' })
})

test('of two cancellations one is made; it is the organizer’s or a god admin’s to make, and nothing follows it', async () => {
  const { eventId, cancel, owner, companyId, params, notify } = await sold()
  const [finance, stranger, god] = await Promise.all([
    shop.given.user({ memberOf: { id: companyId }, companyRole: 'finance' }),
    shop.given.user({ memberOf: await shop.given.company() }),
    shop.given.user({ isGodAdmin: true }),
  ])
  expect(await shop.refusal(cancel(finance))).toBe('company_role_not_allowed')
  expect(await shop.refusal(cancel(stranger))).toBe('event_not_found')
  expect(await shop.refusal(notify())).toBe('event_state')
  const results = await Promise.allSettled([cancel(), cancel(god)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await shop.refusal(cancel())).toBe('event_state')
  expect(await shop.refusal(shop.call(publishEvent, { params }, { as: owner }))).toBe('event_state')
  expect(await shop.refusal(shop.call(updateEvent, { params, body: { name: 'Otra' } }, { as: owner }))).toBe(
    'event_state',
  )
  const { version, state } = await shop.call(getManagedEvent, { params }, { as: owner })
  expect([version > 0, state]).toEqual([true, 'cancelled'])
  const audits = await shop.app.db
    .selectFrom('audit_rows')
    .select('action')
    .where('object_id', '=', eventId)
    .where('action', '=', 'event.cancel')
    .execute()
  expect(audits).toHaveLength(1)
})

test('the notice reaches every holder and who paid a ticket that was handed on, each once, and the door and transfers are closed', async () => {
  const { eventId, buyer, cancel, notify, read, people, owner, companyId } = await sold()
  const friend = await shop.given.user({ name: 'Zoe Paz' })
  const [first = '', second = ''] = await ticketIds(eventId)
  for (const id of [first, second])
    await shop.call(transferTicket, { params: { id }, body: { toUserId: friend.id } }, { as: buyer })
  const guest = await freeTicket(eventId)
  await cancel()
  expect(await read()).toMatchObject({ cancellation: { reason, people: 3 }, notices: [] })
  expect(await notify()).toMatchObject({ notices: [{ kind: 'cancelled', people: 3, queued: 3, sent: 0, failed: 0 }] })
  expect(await shop.refusal(notify())).toBe('notice_sent')
  await Promise.all([deliver(), deliver()])
  const { notices } = await read()
  expect(notices).toMatchObject([{ people: 3, queued: 0, sent: 3, failed: 0, startedBy: owner.name }])
  const noticeId = notices[0]?.id ?? ''
  const [payer = '', holder = ''] = (
    await Promise.all([buyer, friend].map(({ mail }) => textsAt(shop, mail ?? '')))
  ).map((texts) => texts.filter((text) => text.startsWith('Se canceló')).join('\n---\n'))
  expect(payer.split('Se canceló Fiesta Lunar Rosario\n')).toHaveLength(2)
  expect(payer).toContain(reason)
  expect(payer).toContain('devolución de todo lo que pagaste')
  expect(payer).not.toContain('ya no sirve')
  expect(holder).toContain('Tus 2 entradas ya no sirven')
  expect(holder).toContain('vuelve a quien la pagó')
  const receivers = (await people(noticeId)).people
  expect(receivers.every(({ state }) => state === 'sent')).toBe(true)
  expect(new Set(receivers.map(({ userId }) => userId))).toEqual(new Set([buyer.id, friend.id, guest.id]))
  // People who paid are shown whole to the owner; a free ticket and one that was handed on give no right to contacts (rule R6.9).
  const mailOf = ({ id }: GivenUser) => receivers.find(({ userId }) => userId === id)?.mail
  expect(mailOf(buyer)).toBe(buyer.mail)
  for (const person of [friend, guest]) expect(mailOf(person)).toContain('***')
  const manager = await shop.given.user({ memberOf: { id: companyId }, companyRole: 'manager' })
  const [masked] = (await people(noticeId, { search: 'zoe' }, manager)).people
  expect(masked?.mail).toContain('***')
  const file = await shop.call(exportNoticePeople, { params: { id: eventId, noticeId }, query: {} }, { as: owner })
  const text = await file.text()
  expect(text.trim().split('\n')).toHaveLength(4)
  expect([text.includes(buyer.mail ?? '-'), text.includes(friend.mail ?? '-')]).toEqual([true, false])
  const onward = shop.call(transferTicket, { params: { id: first }, body: { toUserId: buyer.id } }, { as: friend })
  expect(await shop.refusal(onward)).toBe('transfer_closed')
  const scan = shop.call(scanTicket, { params: { ticketId: first }, body: { eventId, via: 'typed' } }, { as: owner })
  expect(await shop.refusal(scan)).toBe('ticket_inactive')
})

test('the notice to everybody asks for a fresh password', async () => {
  const { eventId, cancel, notify } = await sold()
  await cancel()
  await shop.advance({ minutes: 16 })
  expect(await shop.refusal(notify())).toBe('step_up_required')
  const notices = await shop.app.db.selectFrom('event_notices').select('id').where('event_id', '=', eventId).execute()
  expect(notices).toEqual([])
})

test('who could not be reached is named, and tried again without telling the others twice', async () => {
  const { eventId, buyer, cancel, notify, read, people, owner } = await sold()
  const lost = await freeTicket(eventId)
  await shop.app.db.updateTable('users').set({ mail: null, mail_proved_at: null }).where('id', '=', lost.id).execute()
  await shop.app.db.updateTable('users').set({ phone: null, phone_proved_at: null }).where('id', '=', lost.id).execute()
  await cancel()
  await notify()
  await deliver()
  const { notices } = await read()
  expect(notices).toMatchObject([{ sent: 1, failed: 1 }])
  const noticeId = notices[0]?.id ?? ''
  expect((await people(noticeId, { state: 'failed' })).people).toMatchObject([{ userId: lost.id, why: 'no_contact' }])
  const retry = (id = noticeId) => shop.call(retryNotice, { params: { id: eventId, noticeId: id } }, { as: owner })
  expect(await shop.refusal(retry(eventId))).toBe('notice_not_found')
  await shop.app.db.updateTable('users').set({ mail: 'llego@previa.example' }).where('id', '=', lost.id).execute()
  expect(await retry()).toMatchObject({ notices: [{ queued: 1, sent: 1 }] })
  await deliver()
  expect(await read()).toMatchObject({ notices: [{ sent: 2, failed: 0 }] })
  const texts = (await textsAt(shop, buyer.mail ?? '')).filter((text) => text.startsWith('Se canceló'))
  expect(texts).toHaveLength(1)
  expect(await textsAt(shop, 'llego@previa.example')).toHaveLength(1)
})

test('the money of a cancelled event goes back as such, by its owner', async () => {
  const { publicId, paymentId, cancel, params, owner, buyer, typeId, notify } = await sold()
  await cancel()
  const { id } = await shop.call(startMassRefund, { params, body: { reason, confirmation: NAME } }, { as: owner })
  for (let step = 0; step < 6; step += 1) {
    await shop.app.queue.runJob(shop.app, 'refunds.mass')
    await shop.settle()
    await shop.advance({ seconds: 2 })
  }
  expect(await shop.call(getMassRefund, { params: { ...params, jobId: id } }, { as: owner })).toMatchObject({
    state: 'done',
    completed: { count: 2 },
  })
  expect((await shop.refundsOf(publicId)).map(({ source }) => source)).toEqual(['event_cancelled', 'event_cancelled'])
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(3_960_000)
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  expect((await textsAt(shop, buyer.mail)).join('\n')).toContain(`Se canceló ${NAME}: te devolvimos $39.600.`)
  // People refunded by then are still notified of the event.
  expect(await notify()).toMatchObject({ notices: [{ people: 1 }] })
  await deliver()
  const [news] = (await textsAt(shop, buyer.mail)).filter((text) => text.startsWith(`Se canceló ${NAME}\n`))
  expect(news).toContain('devolución de todo lo que pagaste')
})
