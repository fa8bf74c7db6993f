/** Raffles of an event, from the draft to what anybody may draw again. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listRaffles, updateRaffle } from '#contract/events/raffles.ts'
import { drawCodes, hashOfCodes, hashOfSeed } from '#contract/values/raffle-draw.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { givenRaffling, type acts, type Raffling } from '#server/testing/raffles.ts'

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

test('what the server drew, anybody draws again from what it published before and after', async () => {
  const { owner, act, opened, enter, look, codesOf, people } = raffling
  const { id, seedHash } = await opened({ entrants: 'opt_in', winners: 2, alternates: 1 })
  const [ana, beto, caro, dani] = (await people(4)) as [GivenUser, GivenUser, GivenUser, GivenUser]
  const own = new Map<string, string>()
  for (const person of [ana, beto, caro, dani]) own.set(person.id, (await enter(id, person)).code)
  expect(await look(id)).toMatchObject({ state: 'open', seed: null, seedHash, listHash: null, places: [], own: null })
  expect(await shop.refusal(codesOf(id))).toBe('raffle_state')

  const closed = await act('close', id)
  const codes = await codesOf(id)
  expect(closed).toMatchObject({ state: 'closed', entries: 4, seedHash, listHash: await hashOfCodes(codes) })
  expect(codes.toSorted()).toEqual([...own.values()].toSorted())
  expect(await shop.refusal(enter(id, await shop.given.user()))).toBe('raffle_state')

  await act('draw', id)
  const drawn = await look(id, ana)
  expect(await hashOfSeed(drawn.seed ?? '')).toBe(seedHash)
  expect(drawn).toMatchObject({ state: 'drawn', places: [], own: { code: own.get(ana.id), place: null } })
  const again = await drawCodes({ seed: drawn.seed ?? '', codes, places: 3 })
  expect((await look(id, owner)).places.map(({ code }) => code)).toEqual(again)

  await act('publish', id)
  const { places } = await look(id)
  expect(places.map(({ code, place, isAlternate }) => [place, code, isAlternate])).toEqual(
    again.map((code, n) => [n + 1, code, n === 2]),
  )
  expect(new Set(places.map(({ name }) => name))).toEqual(new Set(['Camila F.']))
  expect((await look(id, owner)).places[0]?.name).toBe('Camila Ferreyra')
  const winner = [ana, beto, caro, dani].find((person) => own.get(person.id) === again[0])
  expect((await look(id, winner)).own).toEqual({ code: again[0], place: 1 })
})

test('winners are notified once it is published, alternates and the others are not', async () => {
  const { act, opened, enter, look, people } = raffling
  const { id } = await opened({ entrants: 'opt_in', winners: 1, alternates: 1, prize: 'Un fernet' })
  const entered = await people(3)
  for (const person of entered) await enter(id, person)
  await act('close', id)
  await act('draw', id)
  await shop.drain()
  const received = async () =>
    (
      await shop.app.db
        .selectFrom('dev_inbox')
        .select(['recipient', 'channel'])
        .where(
          'recipient',
          'in',
          entered.flatMap(({ mail, phone }) => [mail, phone]),
        )
        .orderBy('channel')
        .execute()
    ).map(({ recipient }) => recipient)
  expect(await received()).toEqual([])
  await act('publish', id)
  await shop.drain()
  const [first] = (await look(id)).places
  const { person_id: winnerId } = await shop.app.db
    .selectFrom('raffle_entries')
    .select('person_id')
    .where('code', '=', first?.code ?? '')
    .executeTakeFirstOrThrow()
  const winner = entered.find((person) => person.id === winnerId)
  expect(new Set(await received())).toEqual(new Set([winner?.mail, winner?.phone]))
})

test('a draft is its people’s alone, and changes until it is opened; opening demands the rules', async () => {
  const { owner, eventId, create, act, look } = raffling
  const { id } = await create({ rules: '' })
  const change = (body: object) => shop.call(updateRaffle, { params: { id }, body }, { as: owner })
  expect(await shop.refusal(look(id))).toBe('raffle_not_found')
  expect(await shop.refusal(look(id, await shop.given.user()))).toBe('raffle_not_found')
  const listed = async (as?: GivenUser) =>
    (await shop.call(listRaffles, { params: { id: eventId }, query: {} }, as ? { as } : {})).raffles.length
  expect([await listed(), await listed(owner)]).toEqual([0, 1])
  expect(await shop.refusal(act('open', id))).toBe('raffle_without_rules')
  expect(await change({ rules: 'Gratis.' })).toMatchObject({ rules: 'Gratis.', prize: 'Una remera' })
  expect(await act('open', id)).toMatchObject({ state: 'open', seedHash: expect.any(String) as string })
  expect(await shop.refusal(change({ prize: 'Otra cosa' }))).toBe('raffle_state')
  expect([await listed(), await listed(owner)]).toEqual([1, 1])
})

test('every act has its state, and what was drawn is not cancelled', async () => {
  const { create, act, opened, enter } = raffling
  const { id } = await create()
  const refused = async (...verbs: (keyof typeof acts)[]) => {
    for (const verb of verbs) expect([verb, await shop.refusal(act(verb, id))]).toEqual([verb, 'raffle_state'])
  }
  await refused('close', 'draw', 'publish')
  await act('open', id)
  await refused('open', 'draw', 'publish')
  await enter(id, await shop.given.user())
  await act('close', id)
  await refused('open', 'close', 'publish')
  await act('draw', id)
  await refused('open', 'close', 'draw', 'cancel')
  await act('publish', id)
  await refused('open', 'close', 'draw', 'publish', 'cancel')
  const other = await opened()
  expect(await act('cancel', other.id)).toMatchObject({ state: 'cancelled' })
  expect(await shop.refusal(enter(other.id, await shop.given.user()))).toBe('raffle_state')
})

test('a raffle with nobody in it closes and is not drawn; one with fewer people than prizes draws them all', async () => {
  const { act, opened, enter, look, people } = raffling
  const nobody = await opened({ entrants: 'opt_in' })
  expect(await act('close', nobody.id)).toMatchObject({ entries: 0 })
  expect(await shop.refusal(act('draw', nobody.id))).toBe('raffle_without_entries')
  expect(await act('cancel', nobody.id)).toMatchObject({ state: 'cancelled' })
  const few = await opened({ entrants: 'opt_in', winners: 20, alternates: 20 })
  for (const person of await people(2)) await enter(few.id, person)
  await act('close', few.id)
  await act('draw', few.id)
  await act('publish', few.id)
  expect((await look(few.id)).places).toHaveLength(2)
})

test('other companies, finance people and private events see and do what they may', async () => {
  const { company, eventId, act, opened, enter, look } = raffling
  const { id } = await opened()
  const finance = await shop.given.user({ memberOf: company, companyRole: 'finance' })
  const rival = await shop.given.user({ memberOf: await shop.given.company() })
  expect(await shop.refusal(act('close', id, finance))).toBe('company_role_not_allowed')
  expect(await shop.refusal(act('close', id, rival))).toBe('raffle_not_found')
  await sql`update events set is_private = true where id = ${eventId}`.execute(shop.app.db)
  expect(await shop.refusal(look(id, rival))).toBe('raffle_not_found')
  expect(await shop.refusal(enter(id, rival))).toBe('raffle_not_found')
  expect(await look(id, finance)).toMatchObject({ state: 'open' })
})

test('after the event a raffle is closed, drawn and published, but none is begun', async () => {
  const { eventId, create, act, opened, enter, look } = raffling
  const open = await opened()
  const { id } = await create()
  await enter(open.id, await shop.given.user())
  await sql`update events set state = 'success' where id = ${eventId}`.execute(shop.app.db)
  expect(await shop.refusal(act('open', id))).toBe('event_state')
  expect(await shop.refusal(create())).toBe('event_state')
  for (const verb of ['close', 'draw', 'publish'] as const) await act(verb, open.id)
  expect(await look(open.id)).toMatchObject({ state: 'published' })
})
