import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logout } from '#contract/accounts/accounts.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import { removeEventStaff } from '#contract/events/events-team.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { topics } from '#contract/api/topics.ts'
import { endpoints, modules, rules } from '#server/app.ts'
import { readCounts } from '#server/shared/counts.ts'
import { GAP, publishChange } from '#server/shared/publish-change.ts'
import { newId } from '#server/shared/ids.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { addressOf, listenTo, type Listening } from '#server/testing/listening.ts'
import { openSessionRow } from '#server/testing/session-row.ts'
import { openStreams } from './stream.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ streams: { beatMs: 400, lookEveryMs: 100 } })
})
afterAll(() => server.close())

/** A company's event with a free type, its owner, and a stream of the owner's. */
async function given(topic: 'event' | 'company' | 'door' = 'event') {
  const company = await server.given.company()
  const owner = await server.given.user({ memberOf: company })
  const event = await server.given.event({ company, state: 'active', startsInHours: 2 })
  const type = await server.given.ticketType({ event, priceCents: 0 })
  const name = `${topic}:${topic === 'company' ? company.id : event.id}`
  const stream = await listenTo(server, name, { as: owner })
  // A process that just began cannot say what was before it.
  await settled(stream)
  return { company, owner, event, type, name, stream }
}

async function settled(stream: Listening): Promise<void> {
  await expect.poll(() => stream.heard[0]?.event).toBe('ready')
  await wait(50)
}

const hinted = (stream: Listening) => expect.poll(() => stream.hints().length, { timeout: 3000 })
const counted = (result: string) =>
  readCounts().find(({ name, labels }) => name === 'streams' && labels['result'] === result)?.value ?? 0

async function buyOne({ event, type }: { event: { id: string }; type: { id: string } }, at = server) {
  const buyer = await server.given.user()
  await at.call(createPurchase, { body: { eventId: event.id, ticketTypeId: type.id, quantity: 1 } }, { as: buyer })
  return buyer
}

describe('what is said', () => {
  test('a sale reaches who manages the event and the list of the company, and the buyer', async () => {
    const { stream, event, type, name, company, owner } = await given()
    const list = await listenTo(server, `company:${company.id}`, { as: owner })
    await settled(list)
    const before = [stream.hints().length, list.hints().length]
    await buyOne({ event, type })
    await hinted(stream).toBe((before[0] ?? 0) + 1)
    await hinted(list).toBe((before[1] ?? 0) + 1)
    expect(stream.heard.at(-1)).toEqual({ event: 'hint', data: { topic: name, at: expect.any(String) } })
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers.get('cache-control')).toBe('private, no-store, no-transform')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    stream.close()
    list.close()
  })

  test('who came in reaches the door, and the phone of the holder', async () => {
    const { event, type, name, stream, owner } = await given('door')
    const holder = await server.given.user()
    const ticket = await server.given.ticket({ type, holder })
    const wallet = await listenTo(server, 'account', { as: holder })
    await settled(wallet)
    const before = [stream.hints().length, wallet.hints().length]
    const body = { eventId: event.id, code: ticket.code, via: 'qr' as const }
    await server.call(scanTicket, { params: { ticketId: ticket.id }, body }, { as: owner })
    await hinted(stream).toBe((before[0] ?? 0) + 1)
    await hinted(wallet).toBe((before[1] ?? 0) + 1)
    expect(stream.hints().at(-1)).toBe(name)
    stream.close()
    wallet.close()
  })

  test('one hint in a second of a topic, however much happens, and the last is never lost', async () => {
    const { stream, name } = await given()
    const before = stream.hints().length
    let seconds = 0
    const counting = setInterval(() => (seconds += 1), 1000)
    for (let time = 0; time < 200; time += 1) {
      publishChange(server.app.bus, [name as `event:${string}`])
      await wait(5)
    }
    clearInterval(counting)
    const during = stream.hints().length - before
    expect(during).toBeLessThanOrEqual(2 + seconds)
    publishChange(server.app.bus, [name as `event:${string}`])
    await hinted(stream).toBeGreaterThan(before + during)
    stream.close()
  })

  test('a hint waits until reads may show it, and what comes while it waits is sent after as long', async () => {
    const { stream, name } = await given('door')
    const before = stream.hints().length
    publishChange(server.app.bus, [name as `door:${string}`])
    await wait(700)
    expect(stream.hints().length).toBe(before)
    publishChange(server.app.bus, [name as `door:${string}`])
    await hinted(stream).toBe(before + 1)
    await hinted(stream).toBe(before + 2)
    stream.close()
  })

  test('it goes on saying that it lives', async () => {
    const { stream } = await given()
    const first = stream.lastId()
    await server.advance({ seconds: 1 })
    await expect.poll(() => Number(stream.lastId()), { timeout: 3000 }).toBeGreaterThan(Number(first))
    expect(stream.heard.filter(({ event }) => event === 'bye')).toEqual([])
    stream.close()
  })

  test('who comes back hears what they missed, and only that', async () => {
    const { stream, owner, company, name } = await given()
    const other = await server.given.event({ company, state: 'active' })
    // Clocks of two machines may differ by seconds: what is older than that was heard.
    await expect.poll(() => stream.lastId()).not.toBe('')
    stream.close()
    await server.advance({ seconds: 60 })
    const since = String(server.app.clock.epochMs())
    await server.advance({ seconds: 20 })
    publishChange(server.app.bus, [name as `event:${string}`])
    await wait(50)
    const again = await listenTo(server, `${name},event:${other.id}`, { as: owner, since })
    await hinted(again).toBe(1)
    expect(again.hints()).toEqual([name])
    again.close()
  })

  test('after a gap of the bus everybody reads again', async () => {
    const { stream, name } = await given()
    const before = stream.hints().length
    server.app.bus.publish(GAP)
    await expect.poll(() => stream.hints().length, { timeout: 6000 }).toBe(before + 1)
    expect(stream.hints().at(-1)).toBe(name)
    stream.close()
  })
})

describe('who may hear it', () => {
  test('every topic is of one module, and its rule is some module’s', () => {
    const declared = modules.flatMap((each) => each.topics ?? [])
    expect(declared.toSorted()).toEqual(Object.keys(topics).toSorted())
    for (const { access } of Object.values(topics)) {
      if (typeof access === 'object') expect(Object.keys(rules)).toContain(access.object.rule)
    }
  })

  test('only callers who may read what is live may listen to its topic', () => {
    const live = endpoints.flatMap(({ spec }) => (spec.live ? [{ spec, live: spec.live }] : []))
    expect(live.length).toBeGreaterThan(0)
    for (const {
      spec,
      live: { topic, of },
    } of live) {
      const { access } = topics[topic]
      expect(spec.method).toBe('GET')
      if (access === 'signedIn') expect(of).toBeUndefined()
      else if (of !== 'session.companyId') {
        // The same rule of the same object, for no fewer roles: a topic says no more than the read.
        expect(spec.access).toMatchObject({ object: { rule: access.object.rule, from: of } })
      }
    }
  })

  test('threat 3: a foreign event, one that does not exist and a foreign company are refused as their reads are', async () => {
    const { owner, name } = await given()
    const stranger = await server.given.user({ memberOf: await server.given.company() })
    const foreign = await listenTo(server, name, { as: stranger })
    const missing = await listenTo(server, `event:${newId()}`, { as: stranger })
    const refusalOf = ({ status, refusal }: Listening) => [status, refusal?.code, refusal?.message]
    expect(refusalOf(foreign)).toEqual(refusalOf(missing))
    expect(missing.refusal).toMatchObject({ code: 'event_not_found', details: { topic: expect.any(String) } })
    expect((await listenTo(server, name, { as: await server.given.user() })).refusal?.code).toBe('forbidden')
    expect((await listenTo(server, name)).refusal?.code).toBe('missing_token')
    const company = await server.given.company()
    expect((await listenTo(server, `company:${company.id}`, { as: owner })).refusal?.code).toBe('company_not_found')
    // One that may not be heard refuses them all.
    const one = `event:${newId()}`
    expect((await listenTo(server, `account,${one}`, { as: owner })).refusal?.details).toEqual({ topic: one })
  })

  test.each([
    '',
    'everything',
    'event',
    'event:',
    'event:1',
    `account:${newId()}`,
    'account,',
    `${'account,'.repeat(20)}account`,
  ])('topics %j are none', async (asked) => {
    const { status, refusal } = await listenTo(server, asked, { as: await server.given.user() })
    expect([status, refusal?.code]).toEqual([400, 'invalid_input'])
  })

  test('one’s own account is one’s own', async () => {
    const [one, other] = [await server.given.user(), await server.given.user()]
    const [mine, theirs] = [
      await listenTo(server, 'account', { as: one }),
      await listenTo(server, 'account', { as: other }),
    ]
    await settled(mine)
    await settled(theirs)
    const before = theirs.hints().length
    const heard = mine.hints().length
    publishChange(server.app.bus, [`account:${one.id}`])
    await hinted(mine).toBe(heard + 1)
    expect(theirs.hints().length).toBe(before)
    mine.close()
    theirs.close()
  })

  test('who is taken off a team hears that event no more, within five seconds, and the rest goes on', async () => {
    const { owner, event } = await given()
    const scanner = await server.given.user({ staffOf: event, staffKind: 'SCANNER' })
    const stream = await listenTo(server, `door:${event.id},account`, { as: scanner })
    await settled(stream)
    await server.call(removeEventStaff, { params: { id: event.id, userId: scanner.id }, query: {} }, { as: owner })
    await expect
      .poll(() => stream.heard, { timeout: 5000 })
      .toContainEqual({ event: 'gone', data: { topic: `door:${event.id}` } })
    const before = stream.hints().filter((topic) => topic.startsWith('door')).length
    publishChange(server.app.bus, [`door:${event.id}`])
    await wait(1300)
    expect(stream.hints().filter((topic) => topic.startsWith('door')).length).toBe(before)
    expect(stream.isOver()).toBe(false)
    stream.close()
  })
})

describe('when it ends', () => {
  const byes = (stream: Listening) => stream.heard.flatMap(({ event, data }) => (event === 'bye' ? [data] : []))

  test('with its session: signed out elsewhere', async () => {
    const { owner, stream } = await given()
    await server.call(logout, undefined, { as: owner })
    await expect.poll(() => stream.isOver(), { timeout: 5000 }).toBe(true)
    expect(byes(stream)).toMatchObject([{ isOver: true }])
  })

  test.each([
    ['a support session that is ended', 'impersonated'],
    ['a session that ended without a word to this process', 'own'],
    ['a person who is blocked', 'blocked'],
  ] as const)('within five seconds: %s', async (_, kind) => {
    const person = await server.given.user()
    const god = await server.given.user({ isGodAdmin: true })
    const token = await openSessionRow(server, {
      userId: person.id,
      ...(kind === 'impersonated' && { impersonatorId: god.id }),
    })
    const stream = await listenTo(server, 'account', { as: token })
    await settled(stream)
    if (kind === 'blocked') {
      await server.app.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', person.id).execute()
    } else {
      await server.app.db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    }
    await expect.poll(() => stream.isOver(), { timeout: 5000 }).toBe(true)
    expect(byes(stream)).toMatchObject([{ isOver: true }])
  })

  test('threat 26: one person has six, the seventh gets the time to come back; a browser that comes back takes its place', async () => {
    const person = await server.given.user()
    const own = await Promise.all(
      Array.from({ length: 6 }, (_each, n) => listenTo(server, 'account', { as: person, device: `aparato-${n}` })),
    )
    const seventh = await listenTo(server, 'account', { as: person, device: 'aparato-6' })
    expect([seventh.status, seventh.refusal?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(seventh.headers.get('retry-after'))).toBeGreaterThan(0)
    const again = await listenTo(server, 'account', { as: person, device: 'aparato-0' })
    expect(again.status).toBe(200)
    await expect.poll(() => own[0]?.isOver()).toBe(true)
    for (const each of [...own, again]) each.close()
  })
})

describe('a process', () => {
  test('threat 26: refuses more streams than it has room for, and cuts off who does not read', async () => {
    const small = await createTestApp({ sharing: server, streams: { streams: 1, unreadBytes: 2000, hintEveryMs: 0 } })
    const [one, other] = [await server.given.user(), await server.given.user()]
    const address = new URL(await addressOf(small))
    const socket = connect(Number(address.port), '127.0.0.1')
    socket.write(
      `GET /api/v1/stream?topics=account HTTP/1.1\r\nhost: x\r\nx-device-id: aparato-lento\r\nauthorization: Bearer ${one.token}\r\n\r\n`,
    )
    await expect.poll(() => openStreams(small.app).count).toBe(1)
    const refused = await listenTo(small, 'account', { as: other })
    expect([refused.status, refused.refusal?.code]).toEqual([503, 'busy'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // It never reads: the system's own buffers fill, and then ours would.
    const before = counted('unread')
    socket.pause()
    const heapBefore = process.memoryUsage().heapUsed
    for (let round = 0; round < 2000 && openStreams(small.app).count > 0; round += 1) {
      for (let n = 0; n < 50; n += 1) publishChange(small.app.bus, [`account:${one.id}`])
      await new Promise(setImmediate)
    }
    expect(openStreams(small.app).count).toBe(0)
    expect(counted('unread')).toBe(before + 1)
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(50 * 1024 * 1024)
    socket.destroy()
    await small.close()
  }, 20_000)

  test('says what happens in another, and ends with a session that was ended there', async () => {
    const elsewhere = await createTestApp({ sharing: server, streams: { lookEveryMs: 100 }, hasBus: true })
    const other = await createTestApp({ sharing: server, hasBus: true })
    const { owner, event, type, name, stream } = await given()
    stream.close()
    const heard = await listenTo(elsewhere, name, { as: owner })
    await settled(heard)
    const before = heard.hints().length
    await buyOne({ event, type }, other)
    await expect.poll(() => heard.hints().length, { timeout: 3000 }).toBe(before + 1)
    await other.call(logout, undefined, { as: owner })
    await expect.poll(() => heard.isOver(), { timeout: 5000 }).toBe(true)
    await other.close()
    await elsewhere.close()
  })

  test('that ends sends everybody away, to come back at different times', async () => {
    const ending = await createTestApp({ sharing: server, streams: {} })
    const streams = await Promise.all(
      Array.from({ length: 8 }, async () => listenTo(ending, 'account', { as: await server.given.user() })),
    )
    await ending.close()
    await expect.poll(() => streams.every((each) => each.isOver())).toBe(true)
    const retries = streams.flatMap(({ heard }) => heard.flatMap(({ event, data }) => (event === 'bye' ? [data] : [])))
    expect(retries).toHaveLength(8)
    expect(retries.every(({ isOver }) => !isOver)).toBe(true)
    expect(new Set(retries.map(({ retryMs }) => retryMs)).size).toBeGreaterThan(4)
    expect(openStreams(ending.app).count).toBe(0)
  })
})
