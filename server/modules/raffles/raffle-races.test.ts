/** One raffle moved by many through two processes, and entered while it closes; and the same without the locks, which goes wrong. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeRaffle, createRaffle, drawRaffle, enterRaffle, openRaffle } from '#contract/events/raffles.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import type { GivenUser } from '#server/testing/given.ts'
import {
  createSellingPair,
  inControl,
  unlockEntries,
  unlockRaffles,
  type SellingPair,
} from '#server/testing/selling-pair.ts'

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

/** One process in the place of two: its connections are those that were weakened. */
const alone = (shop: SellingPair['shop']): SellingPair => ({ shop, twin: shop, close: () => shop.close() })
const nothing = () => Promise.resolve()

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { body?: { code: string } }) => error.body?.code ?? String(error),
  )

async function openedRaffle({ shop }: SellingPair) {
  const company = await shop.given.company()
  const as = await shop.given.user({ memberOf: company })
  const { id: eventId } = await shop.given.event({ company })
  const body = { prize: 'Una remera', rules: 'Gratis.', winners: 1, entrants: 'opt_in' as const }
  const { id } = await shop.call(createRaffle, { params: { id: eventId }, body }, { as })
  await shop.call(openRaffle, { params: { id } }, { as })
  return { id, as, eventId }
}

/** Five draws at the same moment; gives their answers and how many draws the books have. */
async function drawAtOnce(racing: SellingPair, weaken?: (shop: SellingPair['shop']) => Promise<unknown>) {
  const { shop, twin } = racing
  const { id, as } = await openedRaffle(racing)
  await shop.call(enterRaffle, { params: { id } }, { as: await shop.given.user() })
  await shop.call(closeRaffle, { params: { id } }, { as })
  await weaken?.(shop)
  const answers = await Promise.all(
    [shop, twin, shop, twin, shop].map((server) => outcome(server.call(drawRaffle, { params: { id } }, { as }))),
  )
  const rows = shop.app.db.selectFrom('audit_rows').select('id').where('object_id', '=', id)
  return { answers, audited: (await rows.where('action', '=', 'raffle.draw').execute()).length }
}

test('of many draws of one raffle one is made', async () => {
  const { answers, audited } = await drawAtOnce(pair)
  expect(answers.toSorted()).toEqual(['done', 'raffle_state', 'raffle_state', 'raffle_state', 'raffle_state'])
  expect(audited).toBe(1)
  expect(await pair.shop.broken()).toEqual([])
})

test('control: without the locks it is drawn more than once', async () => {
  const { audited } = await inControl(nothing, ({ shop }) => drawAtOnce(alone(shop), unlockRaffles))
  expect(audited).toBeGreaterThan(1)
}, 60_000)

test('a draw that looked before the raffle closed draws nothing: the list was not frozen yet', async () => {
  const { shop, twin } = pair
  const { id, as, eventId } = await openedRaffle(pair)
  await shop.call(enterRaffle, { params: { id } }, { as: await shop.given.user() })
  const answers = await shop.app.db.transaction().execute(async (db) => {
    await db.selectFrom('events').select('id').where('id', '=', eventId).forUpdate().execute()
    const closing = outcome(shop.call(closeRaffle, { params: { id } }, { as }))
    await untilBlocked(shop.app.db, 1)
    const drawing = outcome(twin.call(drawRaffle, { params: { id } }, { as }))
    await untilBlocked(shop.app.db, 2)
    return { closing, drawing }
  })
  expect([await answers.closing, await answers.drawing]).toEqual(['done', 'raffle_state'])
  expect(await outcome(shop.call(drawRaffle, { params: { id } }, { as }))).toBe('done')
})

/** People enter, each slowly, while the raffle closes. */
async function enterWhileItCloses(racing: SellingPair) {
  const { shop, twin } = racing
  const { id, as } = await openedRaffle(racing)
  await sql`create or replace function enter_slowly() returns trigger language plpgsql as $$
    begin perform pg_sleep(1); return new; end $$`.execute(shop.app.db)
  await sql`create or replace trigger slow before insert on raffle_entries for each row execute function enter_slowly()`.execute(
    shop.app.db,
  )
  const people: GivenUser[] = []
  for (let n = 0; n < 3; n += 1) people.push(await shop.given.user())
  const entering = Promise.all(
    people.map((person) => outcome(shop.call(enterRaffle, { params: { id } }, { as: person }))),
  )
  await untilBlocked(shop.app.db)
  await twin.call(closeRaffle, { params: { id } }, { as })
  const answers = await entering
  const { entries } = await shop.app.db
    .selectFrom('raffles')
    .select('entries')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { entries, entered: answers.filter((each) => each === 'done').length, broken: await shop.broken() }
}

test('everybody who got a code is in the list that was frozen', async () => {
  const { entries, entered, broken } = await enterWhileItCloses(pair)
  expect(entries).toBe(entered)
  expect(broken).toEqual([])
})

test('control: without the shared lock people get codes that are not in the list', async () => {
  const { entries, entered } = await inControl(unlockEntries, ({ shop }) => enterWhileItCloses(alone(shop)))
  expect(entered).toBeGreaterThan(entries ?? 0)
}, 60_000)
