/** What becomes of a raffle when a ticket or the event goes (rules R24.5, R24.6). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelEvent } from '#contract/events/events-managed.ts'
import { drawCodes } from '#contract/values/raffle-draw.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { givenRaffling, type Raffling } from '#server/testing/raffles.ts'

let shop: SellingApp
let raffling: Raffling
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(async () => {
  // Tickets are given here without having been sold.
  expect((await shop.broken()).filter(({ name }) => name.includes('raffle'))).toEqual([])
  await shop.close()
})
beforeEach(async () => {
  raffling = await givenRaffling(shop)
})

const setTickets = (holder: GivenUser, state: string) =>
  sql`update tickets set state = ${state}, cancelled_at = case when ${state} = 'cancelled' then app_now() end where holder_id = ${holder.id}`.execute(
    shop.app.db,
  )

/** A closed raffle of so many holders, with their codes in the order of the coming draw. */
async function givenClosed(count: number, more: object = {}) {
  const { type, act, opened, people, codesOf } = raffling
  const { id } = await opened({ winners: 1, alternates: 1, ...more })
  const holders = await people(count)
  for (const holder of holders) await shop.given.ticket({ type, holder })
  await act('close', id)
  const { seed_sealed: sealed } = await shop.app.db
    .selectFrom('raffles')
    .select('seed_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const seed = shop.app.vault.openText('raffle-seed', sealed ?? '')
  const order = await drawCodes({ seed, codes: await codesOf(id), places: count })
  const entries = await shop.app.db
    .selectFrom('raffle_entries')
    .select(['code', 'person_id'])
    .where('raffle_id', '=', id)
    .execute()
  const inOrder = order.map((code) => {
    const entry = entries.find((each) => each.code === code)
    return holders.find((holder) => holder.id === entry?.person_id) as GivenUser // each code has a holder
  })
  return { id, order, inOrder }
}

const placesOf = async (id: string) =>
  (await raffling.look(id)).places.map(({ code, place, isAlternate }) => [code, place, isAlternate])

test.each(['refunded', 'suspended', 'cancelled'])(
  'a holder whose ticket is %s between closing and draw is passed over, in public, and the next one wins',
  async (state) => {
    const { act, look } = raffling
    const { id, order, inOrder } = await givenClosed(4)
    const [first, second] = inOrder as [GivenUser, GivenUser]
    await setTickets(first, state)
    await act('draw', id)
    await act('publish', id)
    expect(await placesOf(id)).toEqual([
      [order[0], null, false],
      [order[1], 1, false],
      [order[2], 2, true],
    ])
    expect((await look(id, first)).own).toEqual({ code: order[0], place: null })
    expect((await look(id, second)).own).toEqual({ code: order[1], place: 1 })
    // Anybody who draws again finds the same codes in the same order.
    const { seed, places } = await look(id)
    const again = await drawCodes({ seed: seed ?? '', codes: await raffling.codesOf(id), places: places.length })
    expect(again).toEqual(places.map(({ code }) => code))
    await shop.drain()
    const received = await shop.app.db.selectFrom('dev_inbox').select('recipient').execute()
    const recipients = received.map(({ recipient }) => recipient)
    expect([recipients.includes(first.mail), recipients.includes(second.mail)]).toEqual([false, true])
  },
)

test('after the draw nothing takes a place away: an organizer who reads the winners cannot choose others by a refund', async () => {
  const { act } = raffling
  const { id, order, inOrder } = await givenClosed(3)
  await act('draw', id)
  await setTickets(inOrder[0] as GivenUser, 'refunded')
  await act('publish', id)
  expect(await placesOf(id)).toEqual([
    [order[0], 1, false],
    [order[1], 2, true],
  ])
})

test('a person who entered by themselves needs no ticket; one who joined the staff or closed the account is passed over', async () => {
  const { type, eventId, act, opened, enter, people } = raffling
  const [ana, staff, closed] = (await people(3)) as [GivenUser, GivenUser, GivenUser]
  const { id } = await opened({ winners: 3 })
  await shop.given.ticket({ type, holder: ana })
  for (const person of [ana, staff, closed]) await enter(id, person)
  await act('close', id)
  await setTickets(ana, 'refunded')
  await sql`insert into event_staff (event_id, user_id, kind) values (${eventId}, ${staff.id}, 'SCANNER')`.execute(
    shop.app.db,
  )
  await sql`update raffle_entries set person_id = null where person_id = ${closed.id}`.execute(shop.app.db)
  await act('draw', id)
  await act('publish', id)
  const { places } = await raffling.look(id)
  expect(places.filter(({ place }) => place !== null)).toHaveLength(1)
  expect((await raffling.look(id, ana)).own).toMatchObject({ place: 1 })
})

test('a list of which no one is left is not drawn', async () => {
  const { act } = raffling
  const { id, inOrder } = await givenClosed(2)
  for (const holder of inOrder) await setTickets(holder, 'refunded')
  expect(await shop.refusal(act('draw', id))).toBe('raffle_without_entries')
  expect(await act('cancel', id)).toMatchObject({ state: 'cancelled' })
})

test('with its event every raffle is cancelled that was not published, a drawn one too', async () => {
  const { owner, eventId, act, create, opened, enter, look } = raffling
  const draft = await create()
  const open = await opened()
  const [closed, drawn, published] = [await givenClosed(1), await givenClosed(1), await givenClosed(1)]
  await act('draw', drawn.id)
  for (const verb of ['draw', 'publish'] as const) await act(verb, published.id)
  const { name } = (await look(open.id)).event
  await shop.call(
    cancelEvent,
    { params: { id: eventId }, body: { reason: 'Se inundó el salón', confirmation: name } },
    { as: owner },
  )
  const states = []
  for (const { id } of [draft, open, closed, drawn, published]) states.push((await look(id, owner)).state)
  expect(states).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled', 'published'])
  expect(await shop.refusal(enter(open.id, await shop.given.user()))).toBe('event_state')
  for (const verb of ['close', 'draw', 'publish'] as const) {
    expect(await shop.refusal(act(verb, open.id))).toBe('event_state')
  }
})

test('nobody enters after the end, and the page says so; what was open is closed and drawn', async () => {
  const { eventId, act, opened, enter, look } = raffling
  const { id } = await opened()
  await enter(id, await shop.given.user())
  await sql`update events set starts_at = app_now() - interval '41 days', ends_at = app_now() - interval '40 days'
             where id = ${eventId}`.execute(shop.app.db)
  expect(await shop.refusal(enter(id, await shop.given.user()))).toBe('event_state')
  expect(await look(id)).toMatchObject({ state: 'open', event: { hasEnded: true } })
  for (const verb of ['close', 'draw', 'publish'] as const) await act(verb, id)
})
