import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchByPhone } from '#contract/people.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { createTestApp, type Refused, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let phones = 0
const nextPhone = () => `+549341555${2000 + phones++}`

beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const look = (as: { token: string }, phone: string) => server.call(searchByPhone, { query: { phone } }, { as })

test('a client learns the id and half the name of a whole phone, however it is written', async () => {
  const friend = await server.given.user({ name: 'Camila Ferreyra Paz', phone: nextPhone() })
  const client = await server.given.user()
  expect(await look(client, friend.phone)).toEqual({ id: friend.id, name: 'Camila P.' })
  expect((await look(client, friend.phone.replace('+549341', '0341 15 '))).id).toBe(friend.id)
  // Without its 9, as the field of the transfer gives it.
  expect((await look(client, friend.phone.replace('+549', '+54'))).id).toBe(friend.id)
  expect(await server.refusal(look(client, friend.phone.slice(0, 10)))).toBe('invalid_phone')
})

test('administrators see the whole name', async () => {
  const friend = await server.given.user({ name: 'Camila Ferreyra', phone: '+5493415552999' })
  const organizer = await server.given.user({ memberOf: await server.given.company() })
  const god = await server.given.user({ isGodAdmin: true })
  expect(await look(organizer, '0341 15 555-2999')).toEqual({ id: friend.id, name: 'Camila F.' })
  expect((await look(god, '3415552999')).name).toBe('Camila Ferreyra')
})

test('unknown, blocked and deleted people answer alike', async () => {
  const client = await server.given.user()
  const blocked = await server.given.user({ state: 'blocked', phone: nextPhone() })
  const deleted = await server.given.user({ state: 'deleted', phone: nextPhone() })
  const answers = await Promise.all(
    [nextPhone(), blocked.phone, deleted.phone].map((phone) => look(client, phone).catch((error: unknown) => error)),
  )
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'person_not_found' } })
    expect(answer).toEqual(answers[0])
  }
})

test('a client asks ten times a day, also all at once', async () => {
  const client = await server.given.user()
  const asked = await Promise.all(Array.from({ length: 14 }, () => server.refusal(look(client, nextPhone()))))
  expect(asked.filter((code) => code === 'person_not_found')).toHaveLength(10)
  expect(asked.filter((code) => code === 'too_many_requests')).toHaveLength(4)
  await server.advance({ hours: 24, seconds: 5 })
  const again = await server.given.user()
  expect(await server.refusal(look(again, nextPhone()))).toBe('person_not_found')
})

test('the limit of a day says until when', async () => {
  const client = await server.given.user()
  for (let n = 0; n < 10; n += 1) await server.refusal(look(client, nextPhone()))
  await server.advance({ hours: 1 })
  const refused = await look(client, nextPhone()).catch((error: unknown) => error)
  const waitSeconds = (refused as Refused).retryAfterSeconds ?? 0
  expect(waitSeconds / 3600).toBeCloseTo(23, 1)
  const until = addSeconds(server.clock.now(), waitSeconds)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests', details: { waitSeconds, until } } })
})

test('every call leaves an audit row without the phone', async () => {
  const client = await server.given.user()
  const friend = await server.given.user({ phone: nextPhone() })
  await look(client, friend.phone)
  await server.refusal(look(client, nextPhone()))
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select(['object_id', 'after'])
    .where('actor_id', '=', client.id)
    .where('action', '=', 'people.search_by_phone')
    .orderBy('id')
    .execute()
  expect(rows.map(({ object_id }) => object_id)).toEqual([friend.id, 'nobody'])
  expect(JSON.stringify(rows)).not.toContain(friend.phone)
})
