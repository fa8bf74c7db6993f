/** A rescheduled event: its people are notified once the edits have settled, and payers may claim a refund within ten days, once. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getEventPage } from '#contract/events/events.ts'
import { cancelEvent, updateEvent } from '#contract/events/events-managed.ts'
import { getMove, getOwnMove, claimMoveRefund } from '#contract/events/notices-moves.ts'
import { getNotices } from '#contract/events/notices.ts'
import { getMyTickets, transferTicket } from '#contract/sales/tickets.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import { tries } from '#server/testing/tries.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { inControl, unlockRefunds } from '#server/testing/selling-pair.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const NAME = 'Fiesta Lunar Rosario'
const DAYS = 24

/** An event far off with a paid order of two tickets, and its organizer. */
async function sold() {
  const sale = await shop.paid({ event: { name: NAME, startsInHours: 30 * DAYS } })
  const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  const params = { id: sale.eventId }
  const edit = (body: { venueName?: string; city?: string; name?: string; adress?: string }) =>
    shop.call(updateEvent, { params, body }, { as: owner })
  return { ...sale, owner, params, edit }
}
const settleEdits = async (minutes = 6) => {
  await shop.advance({ minutes })
  await shop.app.queue.runJob(shop.app, 'notices.notify-moves')
  await shop.app.queue.runJob(shop.app, 'notices.deliver')
}
const noticesTo = async ({ mail }: GivenUser) =>
  (await textsAt(shop, mail ?? '')).filter((text) => text.startsWith(`${NAME} cambió`))
const linkIn = (text: string | undefined) => {
  const [, id = '', token = ''] = /\/cambio\/([\w-]+)#token=([\w.-]+)/.exec(text ?? '') ?? []
  return { id, token }
}
const take = (id: string, body: { token?: string; ticketIds?: string[] } = {}, as?: GivenUser) =>
  shop.call(claimMoveRefund, { params: { id }, body }, as ? { as } : {})
const look = (id: string, token?: string, as?: GivenUser) =>
  shop.call(getMove, { params: { id }, query: { ...(token !== undefined && { token }) } }, as ? { as } : {})
const tickets = (eventId: string) =>
  shop.app.db
    .selectFrom('tickets')
    .select(['id', 'state'])
    .where('event_id', '=', eventId)
    .orderBy('position')
    .execute()

test('edits that follow one another make one notice, from the first place to the last; the link gives all of it back in one act', async () => {
  const { buyer, eventId, edit, owner, params, publicId, paymentId, typeId } = await sold()
  await edit({ venueName: 'Teatro Broadwey' })
  await settleEdits(3)
  await edit({ venueName: 'Teatro Broadway' })
  await settleEdits(4)
  expect(await noticesTo(buyer)).toEqual([])
  await settleEdits(2)
  await settleEdits()
  const [mail, ...more] = await noticesTo(buyer)
  expect(more).toEqual([])
  expect(mail).toContain('Ahora: ')
  expect(mail).toContain('Teatro Broadway')
  expect(mail).not.toContain('Broadwey')
  const { id, token } = linkIn(mail)
  expect(await look(id, token)).toMatchObject({ isOpen: true, amount: 39_600, tickets: [{ amount: 19_800 }, {}] })
  expect(await look(id)).toMatchObject({ tickets: null, amount: 0 })
  expect(await shop.call(getNotices, { params }, { as: owner })).toMatchObject({
    notices: [{ kind: 'moved', people: 1, sent: 1, startedBy: null }],
  })
  expect((await shop.call(getEventPage, { params })).movedUntil).not.toBeNull()
  const done = await take(id, { token })
  expect(done).toMatchObject({ amount: 0, tickets: [{ obstacle: 'refunding' }, { obstacle: 'refunding' }] })
  // Used twice, it gives back once.
  expect(await take(id, { token })).toMatchObject({ amount: 0 })
  await shop.settle()
  await shop.settle()
  expect(shop.simulator.control.payment(paymentId)).toMatchObject({
    refundedCents: 3_960_000,
    marketplaceReturnedCents: 360_000,
  })
  expect((await shop.refundsOf(publicId)).map(({ source }) => source)).toEqual(['rescheduled', 'rescheduled'])
  expect((await tickets(eventId)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
})

test('a change undone before its notice sends none; neither does a new end or a new name', async () => {
  const { buyer, edit, params, owner } = await sold()
  const { Location } = await shop.call(getEventPage, { params })
  await edit({ venueName: 'Otro Salón' })
  await edit({ venueName: Location.name })
  await edit({ name: 'Fiesta Lunar de Rosario' })
  await settleEdits()
  expect(await noticesTo(buyer)).toEqual([])
  expect((await shop.call(getNotices, { params }, { as: owner })).notices).toEqual([])
  expect(await shop.call(getOwnMove, { query: { eventId: params.id } }, { as: buyer })).toEqual({ move: null })
})

test('an event whose notice fails delays no other notice, and is sent once it can be made', async () => {
  const [broken, whole] = [await sold(), await sold()]
  await broken.edit({ venueName: 'Teatro Broadway' })
  await whole.edit({ venueName: 'Teatro Colón' })
  const spoil = (startsAt: unknown) =>
    sql`update event_changes set before = jsonb_set(before, '{startsAt}', ${JSON.stringify(startsAt)}::jsonb)
         where event_id = ${broken.eventId}::uuid returning before`.execute(shop.app.db)
  const { starts_at } = await shop.app.db
    .selectFrom('events')
    .select('starts_at')
    .where('id', '=', broken.eventId)
    .executeTakeFirstOrThrow()
  await spoil('some day')
  await settleEdits()
  expect(await noticesTo(whole.buyer)).toHaveLength(1)
  expect(await noticesTo(broken.buyer)).toEqual([])
  await spoil(starts_at)
  await settleEdits()
  expect(await noticesTo(broken.buyer)).toHaveLength(1)
  expect(await noticesTo(whole.buyer)).toHaveLength(1)
})

test('each later change opens its own ten days, for those who bought before it', async () => {
  const { buyer, eventId, typeId, edit, params } = await sold()
  await edit({ venueName: 'Teatro Broadway' })
  await settleEdits()
  const first = linkIn((await noticesTo(buyer))[0])
  // Who buys now knows where it is.
  const late = await shop.given.user()
  const purchase = await shop.buy(late, typeId, eventId, 1)
  await shop.simulator.control.pay(await shop.preferenceOf(purchase))
  await shop.settle()
  expect(await shop.call(getOwnMove, { query: { eventId } }, { as: late })).toEqual({ move: null })
  expect(await shop.refusal(take(first.id, {}, late))).toBe('nothing_to_refund')
  await shop.advance({ hours: 10 * DAYS + 1 })
  await shop.app.db
    .updateTable('sessions')
    .set({ expires_at: sql`app_now() + interval '2 hours'` })
    .execute()
  expect(await shop.refusal(take(first.id, { token: first.token }))).toBe('move_over')
  expect(await look(first.id, first.token)).toMatchObject({ isOpen: false, amount: 0 })
  expect((await shop.call(getEventPage, { params })).movedUntil).toBeNull()
  await edit({ city: 'Funes' })
  await settleEdits()
  const second = linkIn((await noticesTo(late))[0])
  expect(await take(second.id, { token: second.token })).toMatchObject({ tickets: [{ obstacle: 'refunding' }] })
  const { move } = await shop.call(getOwnMove, { query: { eventId } }, { as: buyer })
  expect(move).toMatchObject({ id: second.id, amount: 39_600 })
  expect(await take(second.id, {}, buyer)).toMatchObject({ amount: 0 })
})

test('used tickets stay, one that was handed on gives its payer the money and its holder the news; others take nothing', async () => {
  const { buyer, eventId, edit, paymentId } = await sold()
  const friend = await shop.given.user()
  const [first, second] = await tickets(eventId)
  await shop.call(transferTicket, { params: { id: first?.id ?? '' }, body: { toUserId: friend.id } }, { as: buyer })
  await edit({ venueName: 'Teatro Broadway' })
  await settleEdits()
  const [news = ''] = await noticesTo(friend)
  expect(news).toContain('Tu entrada sigue valiendo')
  expect(linkIn(news).token).toBe('')
  const { id, token } = linkIn((await noticesTo(buyer))[0])
  expect(await shop.refusal(take(id, {}, friend))).toBe('nothing_to_refund')
  expect(await shop.refusal(take(id))).toBe('move_link_invalid')
  expect(await shop.refusal(take(id, { token: `${friend.id}.${token.split('.')[1] ?? ''}` }))).toBe('move_link_invalid')
  await shop.app.db
    .updateTable('tickets')
    .set({ state: 'used', used_at: shop.clock.now() })
    .where('id', '=', second?.id ?? '')
    .execute()
  expect((await look(id, token)).tickets).toMatchObject([
    { isHandedOn: true, amount: 19_800, obstacle: null },
    { isHandedOn: false, amount: 0, obstacle: 'used' },
  ])
  expect((await shop.call(getMyTickets, { query: {} }, { as: friend })).tickets[0]?.event.movedUntil).not.toBeNull()
  await take(id, { token, ticketIds: [first?.id ?? ''] })
  await shop.settle()
  await shop.settle()
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(1_980_000)
  expect((await tickets(eventId)).map(({ state }) => state)).toEqual(['refunded', 'used'])
  expect((await textsAt(shop, friend.mail ?? '')).join('\n')).toContain('ya no sirve para ingresar')
})

test('by its link and the session, fifty times at once, each ticket goes back once', async () => {
  const { buyer, edit, paymentId } = await sold()
  await edit({ venueName: 'Teatro Broadway' })
  await settleEdits()
  const { id, token } = linkIn((await noticesTo(buyer))[0])
  const times = tries(20, 50)
  await Promise.all(
    Array.from({ length: times }, (_, n) =>
      take(id, n % 2 ? { token } : {}, n % 2 ? undefined : buyer).catch(() => null),
    ),
  )
  await shop.settle()
  await shop.settle()
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(3_960_000)
  expect(shop.simulator.control.refunds(paymentId)).toHaveLength(2)
})

test('control: without the locks each goes back more than once', async () => {
  const refunds = await inControl(unlockRefunds, async ({ shop: control }) => {
    const { publicId, eventId, companyId, buyer } = await control.paid({ event: { startsInHours: 30 * DAYS } })
    const owner = await control.given.user({ memberOf: { id: companyId } })
    const body = { venueName: 'Teatro Broadway' }
    await control.call(updateEvent, { params: { id: eventId }, body }, { as: owner })
    await control.advance({ minutes: 6 })
    await control.app.queue.runJob(control.app, 'notices.notify-moves')
    const { move } = await control.call(getOwnMove, { query: { eventId } }, { as: buyer })
    const ask = () => control.call(claimMoveRefund, { params: { id: move?.id ?? '' }, body: {} }, { as: buyer })
    await Promise.all(Array.from({ length: 10 }, () => ask().catch(() => null)))
    return control.refundsOf(publicId)
  })
  expect(refunds.length).toBeGreaterThan(2)
})

test('a refund and a scan at the same moment: the money goes back or the holder is admitted, never both', async () => {
  const { eventId, buyer, edit, paymentId } = await sold()
  await edit({ venueName: 'Teatro Broadway' })
  await settleEdits()
  const { id, token } = linkIn((await noticesTo(buyer))[0])
  const [one] = await tickets(eventId)
  await Promise.all([
    take(id, { token, ticketIds: [one?.id ?? ''] }).catch(() => null),
    // What the door does to the row.
    shop.app.db
      .updateTable('tickets')
      .set({ state: 'used', used_at: shop.clock.now() })
      .where('id', '=', one?.id ?? '')
      .where('state', '=', 'valid')
      .execute(),
  ])
  await shop.settle()
  await shop.settle()
  const [after] = await tickets(eventId)
  expect([after?.state, shop.simulator.control.payment(paymentId).refundedCents]).toEqual(
    after?.state === 'used' ? ['used', 0] : ['refunded', 1_980_000],
  )
})

test('an event cancelled meanwhile sends no notice of its new date', async () => {
  const { buyer, edit, owner, params } = await sold()
  await edit({ venueName: 'Teatro Broadway' })
  await shop.call(cancelEvent, { params, body: { reason: 'Se inundó', confirmation: NAME } }, { as: owner })
  await settleEdits()
  expect(await noticesTo(buyer)).toEqual([])
})
