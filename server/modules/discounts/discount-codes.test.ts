import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDiscountCode,
  exportDiscountCodes,
  listDiscountCodes,
  normalCode,
  stopDiscountCode,
} from '#contract/events/discounts.ts'
import { quoteDiscount } from '#contract/sales/checkout-discounts.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { newId } from '#server/shared/ids.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

type NewCode = CallInput<typeof createDiscountCode>['body']

async function givenEvent() {
  const company = await server.given.company()
  const event = await server.given.event({ company })
  const type = await server.given.ticketType({ event })
  const organizer = await server.given.user({ name: 'Lola Ríos', memberOf: company })
  const make = (body: NewCode, as: GivenUser = organizer) =>
    server.call(createDiscountCode, { params: { id: event.id }, body }, { as })
  const list = (query: CallInput<typeof listDiscountCodes>['query'] = {}, as: GivenUser = organizer) =>
    server.call(listDiscountCodes, { params: { id: event.id }, query }, { as })
  const quote = (code: string, as: GivenUser, device?: string) =>
    server.call(
      quoteDiscount,
      { params: { id: event.id }, body: { code } },
      { as, ...(device !== undefined && { headers: { 'x-device-id': device } }) },
    )
  return { company, event, type, organizer, make, list, quote }
}

describe('a code is made', () => {
  test('as it was typed, with its author, for all types or some, with its limits', async () => {
    const { make, list, type } = await givenEvent()
    const all = await make({ code: ' Verano-ñandú 20 ', percent: 20 })
    expect(all).toMatchObject({
      code: 'Verano-ñandú 20',
      percent: 20,
      amountCents: null,
      ticketTypes: null,
      uses: 0,
      state: 'active',
      madeBy: 'Lola Ríos',
    })
    const limits = {
      maxUses: 50,
      perPersonLimit: 1,
      startsAt: '2035-01-01T12:00:00.000Z',
      endsAt: '2035-02-01T12:00:00.000Z',
    }
    const some = await make({ code: 'AMIGOS', amountCents: 500_000, ticketTypeIds: [type.id], ...limits })
    expect(some).toMatchObject({ ...limits, ticketTypes: [{ id: type.id, name: 'General' }], state: 'scheduled' })
    expect((await list({ sort: 'code', order: 'asc' })).discountCodes).toEqual([some, all])
  })

  test.each<[string, Partial<NewCode>]>([
    ['without saying how much', { percent: null }],
    ['with a percent and an amount', { percent: 10, amountCents: 10_000 }],
    ['of nothing', { percent: 0 }],
    ['of more than everything', { percent: 101 }],
    ['of half pesos', { percent: null, amountCents: 150 }],
    ['of signs', { code: '!!!!!!' }],
    ['of another alphabet', { code: 'СIEN100' }],
    ['with a drawing', { code: 'VERANO🎉' }],
    ['of three letters', { code: 'a-b-c' }],
    ['of too many', { code: 'A'.repeat(21) }],
    ['for no type', { ticketTypeIds: [] }],
    ['that ends before it begins', { startsAt: '2035-02-01T12:00:00Z', endsAt: '2035-01-01T12:00:00Z' }],
  ])('%s is refused', async (_name, changes) => {
    const { make } = await givenEvent()
    expect(await server.refusal(make({ code: 'VERANO', percent: 10, ...changes }))).toBe('invalid_input')
  })

  test('two codes of one name are never open together, however they are typed; a stopped one blocks no other', async () => {
    const { event, organizer, make } = await givenEvent()
    const first = await make({ code: 'VERANO', percent: 10 })
    expect(await server.refusal(make({ code: 'verano', percent: 20 }))).toBe('discount_code_taken')
    expect(await server.refusal(make({ code: 'Verá-no', percent: 20 }))).toBe('discount_code_taken')
    const params = { id: event.id, codeId: first.id }
    await server.call(stopDiscountCode, { params }, { as: organizer })
    expect((await make({ code: 'verano', percent: 20 })).percent).toBe(20)
    const elsewhere = await givenEvent()
    expect((await elsewhere.make({ code: 'VERANO', percent: 30 })).percent).toBe(30)
  })

  test('not for another event’s types, not of an event that is over, not by finance people', async () => {
    const [mine, other] = [await givenEvent(), await givenEvent()]
    const foreign = { code: 'VERANO', percent: 10, ticketTypeIds: [other.type.id] }
    expect(await server.refusal(mine.make(foreign))).toBe('ticket_type_not_found')
    const finance = await server.given.user({ memberOf: mine.company, companyRole: 'finance' })
    expect(await server.refusal(mine.make({ code: 'VERANO', percent: 10 }, finance))).toBe('company_role_not_allowed')
    await server.app.db.updateTable('events').set({ state: 'cancelled' }).where('id', '=', mine.event.id).execute()
    expect(await server.refusal(mine.make({ code: 'VERANO', percent: 10 }))).toBe('event_state')
  })

  test('by the event’s commercial too, and not by people of another company', async () => {
    const { event, make, list } = await givenEvent()
    const commercial = await server.given.user({ staffOf: event, staffKind: 'COMERCIAL' })
    await make({ code: 'VERANO', percent: 10 }, commercial)
    const stranger = await server.given.user({ memberOf: await server.given.company() })
    expect(await server.refusal(make({ code: 'OTRO', percent: 10 }, stranger))).toBe('event_not_found')
    expect(await server.refusal(list({}, stranger))).toBe('event_not_found')
  })
})

test('the list is filtered by what its states mean, searched however it is typed, and leaves in a file', async () => {
  const { event, organizer, make, list } = await givenEvent()
  await make({ code: 'ACTIVO', percent: 10 })
  const used = await make({ code: 'AGOTADO', percent: 10, maxUses: 1 })
  await make({ code: 'FUTURO', percent: 10, startsAt: '2035-01-01T12:00:00Z' })
  const stopped = await make({ code: 'DETENIDO', percent: 10 })
  await make({ code: 'VENCIDO', percent: 10, endsAt: '2026-01-01T12:00:00Z' })
  await server.app.db.updateTable('discount_codes').set({ uses: 1 }).where('id', '=', used.id).execute()
  await server.call(stopDiscountCode, { params: { id: event.id, codeId: stopped.id } }, { as: organizer })
  const found = async (query: CallInput<typeof listDiscountCodes>['query']) =>
    (await list(query)).discountCodes.map(({ code }) => code)
  expect(await found({ state: 'active' })).toEqual(['ACTIVO'])
  expect(await found({ state: 'used_up' })).toEqual(['AGOTADO'])
  expect(await found({ state: 'scheduled' })).toEqual(['FUTURO'])
  expect(await found({ state: 'stopped' })).toEqual(['DETENIDO'])
  expect(await found({ state: 'ended' })).toEqual(['VENCIDO'])
  expect(await found({ search: 'vencídó' })).toEqual(['VENCIDO'])
  expect(await found({ sort: 'uses', limit: 1 })).toEqual(['AGOTADO'])
  expect((await list({ limit: 2 })).pagination).toMatchObject({ total: 5, totalPages: 3, totalDiscountCodes: 5 })
  const file = await server.call(exportDiscountCodes, { params: { id: event.id }, query: {} }, { as: organizer })
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines.find((line) => line.startsWith('AGOTADO'))).toMatch(/^AGOTADO[;,]Agotado[;,]10/)
})

test('stopping twice is stopping once, and only a code of the event is stopped', async () => {
  const [mine, other] = [await givenEvent(), await givenEvent()]
  const code = await mine.make({ code: 'VERANO', percent: 10 })
  const stop = (eventId: string, codeId: string, as: GivenUser) =>
    server.call(stopDiscountCode, { params: { id: eventId, codeId } }, { as })
  expect(await server.refusal(stop(other.event.id, code.id, other.organizer))).toBe('discount_code_not_found')
  expect(await server.refusal(stop(mine.event.id, newId(), mine.organizer))).toBe('discount_code_not_found')
  const stopped = await stop(mine.event.id, code.id, mine.organizer)
  expect(stopped.state).toBe('stopped')
  expect(await stop(mine.event.id, code.id, mine.organizer)).toEqual(stopped)
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select('action')
    .where('object_id', '=', code.id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([{ action: 'discount.create' }, { action: 'discount.stop' }])
})

describe('codes are not for guessing (threat 38)', () => {
  test('unknown, stopped and foreign ones answer alike', async () => {
    const [mine, other] = [await givenEvent(), await givenEvent()]
    const code = await mine.make({ code: 'DETENIDO', percent: 10 })
    const params = { id: mine.event.id, codeId: code.id }
    await server.call(stopDiscountCode, { params }, { as: mine.organizer })
    await other.make({ code: 'AJENO', percent: 10 })
    const buyer = await server.given.user()
    const answers = await Promise.all(
      ['NADIE', 'DETENIDO', 'AJENO'].map((typed) => mine.quote(typed, buyer).catch((error: unknown) => error)),
    )
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'discount_not_found' } })
      expect(answer).toEqual(answers[0])
    }
  })

  test('twenty misses of a person in an hour, on whatever devices; then the right one is refused as well', async () => {
    const { make, quote } = await givenEvent()
    await make({ code: 'VERANO', percent: 10 })
    const buyer = await server.given.user()
    for (let n = 0; n < 20; n += 1) {
      expect(await server.refusal(quote(`PRUEBA${n}`, buyer, `inventado-${n}`))).toBe('discount_not_found')
      if (n % 10 === 9) await server.advance({ seconds: 61 })
    }
    expect(await server.refusal(quote('VERANO', buyer, 'inventado-final'))).toBe('too_many_requests')
    const other = await server.given.user()
    expect((await quote('VERANO', other, 'inventado-otro')).code).toBe('VERANO')
    await server.advance({ minutes: 61 })
    expect((await quote('VERANO', buyer)).code).toBe('VERANO')
  })

  test('twenty misses of a device, whatever account is signed in on it', async () => {
    const { make, quote } = await givenEvent()
    await make({ code: 'VERANO', percent: 10 })
    for (let n = 0; n < 20; n += 1) await server.refusal(quote(`PRUEBA${n}`, await server.given.user(), 'uno-solo'))
    expect(await server.refusal(quote('VERANO', await server.given.user(), 'uno-solo'))).toBe('too_many_requests')
  })

  test('once so many missed at an event, every address has a few misses there, whatever devices it invents; holders pass', async () => {
    const { event, make } = await givenEvent()
    await make({ code: 'VERANO', percent: 10 })
    let devices = 0
    const guess = (code: string, ip: string) => {
      devices += 1
      const headers = { 'x-device-id': `inventado-sin-fin-${devices}` }
      return server.refusal(server.call(quoteDiscount, { params: { id: event.id }, body: { code } }, { headers, ip }))
    }
    // Forty addresses with five misses each; from then on nobody of them guesses.
    for (let n = 0; n < 200; n += 1) expect(await guess(`PRUEBA${n}`, `203.0.113.${n % 40}`)).toBe('discount_not_found')
    expect(await guess('PRUEBA200', '203.0.113.7')).toBe('too_many_requests')
    for (let n = 0; n < 5; n += 1) expect(await guess(`OTRA${n}`, '198.51.100.9')).toBe('discount_not_found')
    expect(await guess('OTRA5', '198.51.100.9')).toBe('too_many_requests')
    const right = { params: { id: event.id }, body: { code: 'VERANO' } }
    const holder = { headers: { 'x-device-id': 'de-quien-lo-tiene' }, ip: '192.0.2.1' }
    expect((await server.call(quoteDiscount, right, holder)).code).toBe('VERANO')
    // A person who proved a contact is counted by their account and device alone.
    const buyer = await server.given.user()
    const known = { 'x-device-id': 'de-siempre-en-casa' }
    const device = known['x-device-id']
    await server.app.db.updateTable('sessions').set({ device }).where('user_id', '=', buyer.id).execute()
    const atHome = { as: buyer, headers: known, ip: '203.0.113.7' }
    expect((await server.call(quoteDiscount, right, atHome)).code).toBe('VERANO')
    const other = await givenEvent()
    await other.make({ code: 'VERANO', percent: 10 })
    const elsewhere = { params: { id: other.event.id }, body: { code: 'VERANO' } }
    expect((await server.call(quoteDiscount, elsewhere, { ...holder, ip: '203.0.113.7' })).code).toBe('VERANO')
    await server.advance({ minutes: 61 })
    expect(await guess('PRUEBA201', '203.0.113.7')).toBe('discount_not_found')
  }, 60_000)

  test('right ones are not counted', async () => {
    const { make, quote } = await givenEvent()
    await make({ code: 'VERANO', percent: 10 })
    const buyer = await server.given.user()
    for (let n = 0; n < 25; n += 1) {
      if (n === 15) await server.advance({ seconds: 61 })
      expect((await quote('VERANO', buyer, 'de-siempre')).code).toBe('VERANO')
    }
  })
})

test('the database folds codes as the rule does', async () => {
  const { event, organizer } = await givenEvent()
  const typed = [
    'AÑO2027',
    'año-2027 ',
    'Nochebuena_24.12',
    'ÀÉÎÕÜ',
    'n\u0303andu',
    'abcd  efgh',
    'İstanbul1',
    'Ǆabcd',
    'ＡÑＯ２０２７',
  ]
  for (const code of typed) {
    const row = await server.app.db
      .insertInto('discount_codes')
      .values({ id: newId(), event_id: event.id, code, percent: 1, made_by: organizer.id, stopped_at: sql`app_now()` })
      .returning('folded_code')
      .executeTakeFirstOrThrow()
    expect([code, row.folded_code]).toEqual([code, normalCode(code)])
  }
  expect(normalCode('ＡÑＯ－２０２７')).toBe('ANO2027')
})
