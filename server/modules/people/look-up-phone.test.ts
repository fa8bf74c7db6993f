import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchByPhone } from '#contract/accounts/people.ts'
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

describe('invented devices', () => {
  const venue = '198.18.77.1'
  let invented = 0
  /** Says another device each time, from one address. */
  const lookInvented = (as: { token: string }, ip = venue) => {
    invented += 1
    const headers = { 'x-device-id': `inventado-${invented}` }
    return server.refusal(server.call(searchByPhone, { query: { phone: nextPhone() } }, { as, ip, headers }))
  }
  const atAddress = (used: number) =>
    server.app.db.updateTable('limits_taken').set({ used }).where('name', '=', 'missed-look-up-at-address').execute()

  test('count under their address, where those beyond the limit wait longer and longer and are answered', async () => {
    await server.app.db.deleteFrom('limits_taken').execute()
    expect(await lookInvented(await server.given.user())).toBe('person_not_found')
    await atAddress(498)
    const before = server.waits.length
    const codes: string[] = []
    for (let n = 0; n < 6; n += 1) codes.push(await lookInvented(await server.given.user()))
    expect(codes).toEqual(Array.from({ length: 6 }, () => 'person_not_found'))
    expect(server.waits.slice(before)).toEqual([10, 20, 30, 40])
    // The longest there is, at twice the limit and beyond.
    await atAddress(2000)
    await lookInvented(await server.given.user())
    expect(server.waits.at(-1)).toBe(5000)
    // Callers without a device wait too; callers of another address do not.
    const nameless = { ip: venue, headers: { 'x-device-id': '' } }
    const client = await server.given.user()
    const ask = server.call(searchByPhone, { query: { phone: nextPhone() } }, { as: client, ...nameless })
    expect(await server.refusal(ask)).toBe('person_not_found')
    expect(server.waits).toHaveLength(before + 6)
    await lookInvented(client, '198.18.77.2')
    expect(server.waits).toHaveLength(before + 6)
  })

  test('a known phone uses nothing up, and a device with a sign-in does not wait', async () => {
    const friend = await server.given.user({ phone: nextPhone() })
    const client = await server.given.user()
    const device = 'aparato-de-siempre'
    await atAddress(3000)
    const before = server.waits.length
    const ask = (phone: string) =>
      server.call(searchByPhone, { query: { phone } }, { as: client, ip: venue, headers: { 'x-device-id': device } })
    await ask(friend.phone)
    const used = async () => {
      const rows = await server.app.db
        .selectFrom('limits_taken')
        .select('used')
        .where('name', '=', 'missed-look-up-at-address')
        .where('used', '>', 2000)
        .execute()
      return rows.map(({ used }) => used).toSorted((a, b) => b - a)[0]
    }
    expect([server.waits.length, await used()]).toEqual([before + 1, 3000])
    await server.app.db.updateTable('sessions').set({ device }).where('user_id', '=', client.id).execute()
    expect(await server.refusal(ask(nextPhone()))).toBe('person_not_found')
    expect([server.waits.length, await used()]).toEqual([before + 1, 3000])
  })

  test('do not multiply what one who works with people may miss in a day', async () => {
    const organizer = await server.given.user({ memberOf: await server.given.company() })
    const codes: string[] = []
    for (let n = 0; n < 102; n += 1) {
      // Sixty an hour pass; the day's count goes on.
      if (n === 55) await server.advance({ minutes: 61 })
      codes.push(await lookInvented(organizer, `198.18.78.${n}`))
    }
    expect(codes.filter((code) => code === 'person_not_found')).toHaveLength(100)
    expect(codes.slice(100)).toEqual(['too_many_requests', 'too_many_requests'])
  })
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
  expect(rows.map(({ object_id }) => object_id)).toEqual([friend.id, 'unknown'])
  expect(JSON.stringify(rows)).not.toContain(friend.phone)
})
