/** Whom promoters may name, and what they read of people and tickets (rules R11.6, R12.11). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/api/endpoint.ts'
import type { getPromoterTickets } from '#contract/sales/ticket-desk-promoters.ts'
import { resendTicket, transferTicket } from '#contract/sales/tickets.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { byId, givenPromoting, newPerson as person, type GivenPart } from '#server/testing/promoting.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

type Query = CallInput<typeof getPromoterTickets>['query']
const given = (part: GivenPart = {}, at = {}) => givenPromoting(server, part, at)
const refused = (call: Promise<unknown>) => server.refusal(call)

describe('whom a promoter may name by an id', () => {
  test('nobody whom they did not find; a person whose whole phone or mail they typed; those they gave to before', async () => {
    const { make, search, paid } = await given()
    const known = await server.given.user({
      name: 'Camila Ferreyra',
      phone: '+5493415558801',
      mail: 'camila-id@previa.example',
    })
    const guess = byId(known.id)
    expect(await refused(make(guess))).toBe('recipient_not_found')
    const term = '0341 15 555-8801'
    const { users } = await search({ phone: term, email: term, name: term })
    expect(users).toEqual([
      { id: known.id, username: 'Camila F.', name: 'Camila F.', phone: '+54 9 341 ****-8801', mail: null },
    ])
    expect((await make(guess)).kind).toBe('courtesy')
    expect(await refused(make(guess))).toBe('courtesy_taken')
    expect((await make({ ...guess, ticketType: paid.id })).kind).toBe('courtesy')
  })

  test('a person without an account whom they gave to is chosen again', async () => {
    const { make, search, paid, event } = await given({}, { startsInHours: 60 })
    await make(person())
    const { users } = await search({ name: 'zul' })
    expect(users).toMatchObject([{ name: 'Zulema C.' }])
    const id = users[0]?.id ?? ''
    expect((await make({ ...byId(id), ticketType: paid.id })).sentTo.length).toBeGreaterThan(0)
    // To another promoter the same id is nobody.
    const other = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
    await server.app.db
      .insertInto('promos')
      .values({ event_id: event.id, promoter_id: other.id, code: `X${id.slice(-8).toUpperCase()}`, max_uses: 5 })
      .execute()
    expect(await refused(make(byId(id), other))).toBe('recipient_not_found')
    expect((await search({ name: 'zul' }, other)).users).toEqual([])
  })

  test('threat 4: lists show what the promoter typed or found by, and never what the account behind it has', async () => {
    const { make, cancel, list, people, search, promoter, paid } = await given()
    const phone = '+5493415558872'
    const known = await server.given.user({ name: 'Ricardo Fuentes', phone, mail: 'ricardo-secreto@previa.example' })
    const typed = { userName: 'Qwerty Zxcvbn', userPhone: phone, userEmail: 'descartable@previa.example' }
    const { ticketIds } = await make(typed)
    const shown = { name: 'Qwerty Z.', mail: 'd***@previa.example', phone: '+54 9 341 ****-8872' }
    const look = async () => [(await list({ status: 'all' })).tickets[0]?.person, (await people(promoter)).users[0]]
    expect(await look()).toMatchObject([shown, shown])
    // By their id too they stay who was typed.
    const again = await make({ ...byId(known.id), ticketType: paid.id })
    expect(again.sentTo.map(({ to }) => to)).not.toContain('r***@previa.example')
    await cancel(ticketIds[0] ?? '')
    expect(await look()).toMatchObject([shown, shown])
    const found = await given()
    await found.search({ phone })
    const { sentTo } = await found.make(byId(known.id))
    expect(sentTo.filter(({ channel }) => channel === 'mail')).toEqual([])
    const [own] = (await found.list()).tickets
    expect(own?.person).toMatchObject({ name: 'Ricardo F.', mail: null, phone: shown.phone })
    expect((await search({ email: 'ricardo-secreto@previa.example' })).users).toMatchObject([{ phone: null }])
  })

  test('threat 4: a name is found as far as it is shown, from three letters on; strangers and blocked people never', async () => {
    const { make, search } = await given()
    await make(person())
    const names = async (name: string) => (await search({ name })).users.map((each) => each.name)
    expect(await names('zulema c')).toEqual(['Zulema C.'])
    for (const hidden of ['canario', 'ulema', 'zulema canario', 'zu', '%', '___'])
      expect(await names(hidden)).toEqual([])
    const blocked = await server.given.user({ state: 'blocked', mail: 'bloqueada@previa.example' })
    expect((await search({ email: blocked.mail ?? '' })).users).toEqual([])
    expect((await search({ email: 'nadie-de-nadie@previa.example' })).users).toEqual([])
  })
})

describe('what a promoter reads', () => {
  test('only their own: given, sold and referred, with half names and masked contacts, and nothing that opens a door', async () => {
    const { make, sell, list, event, paid, promoter, organizer } = await given()
    const to = person()
    await make(to)
    await sell()
    const buyer = await server.given.user({ name: 'Compradora Canario', mail: 'compradora@previa.example' })
    const bought = await server.given.ticket({ type: paid, holder: buyer })
    const { order_id: orderId, number } = await server.app.db
      .selectFrom('tickets')
      .select(['order_id', 'number'])
      .where('id', '=', bought.id)
      .executeTakeFirstOrThrow()
    if (orderId)
      await server.app.db.updateTable('orders').set({ promoter_id: promoter.id }).where('id', '=', orderId).execute()
    const answer = await list({ event: event.id })
    expect(answer.summary).toEqual([{ courtesies: 1, sold: 1, referred: orderId ? 1 : 0, admitted: 0 }])
    expect(answer.promo).toMatchObject({ remainingUses: 9 })
    expect(answer.tickets.find(({ kind }) => kind === 'courtesy')).toMatchObject({
      how: 'issued',
      person: { name: 'Zulema C.', phone: `+54 9 351 ****-${to.userPhone.slice(-4)}`, mail: 'p***@previa.example' },
    })
    const text = JSON.stringify(answer)
    for (const secret of ['Canario', to.userPhone, to.userEmail, 'compradora@', number, buyer.phone]) {
      expect(text).not.toContain(secret)
    }
    const numbers = await server.app.db
      .selectFrom('tickets')
      .select('number')
      .where('event_id', '=', event.id)
      .execute()
    for (const each of numbers) expect(text).not.toContain(each.number)
    // It took no place of the stock.
    await server.app.db.deleteFrom('tickets').where('id', '=', bought.id).execute()
    const colleague = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
    expect((await list({ event: event.id, rrppId: promoter.id }, colleague)).tickets).toEqual([])
    expect((await list({ rrppId: promoter.id }, organizer)).tickets.length).toBeGreaterThan(1)
    const stranger = await server.given.user({ memberOf: await server.given.company() })
    expect((await list({ rrppId: promoter.id }, stranger)).tickets).toEqual([])
  })

  test('by state, type, day and half a name, in pages', async () => {
    const { make, sell, cancel, list, paid } = await given()
    const [first = ''] = (await make()).ticketIds
    await sell()
    await make({ userName: 'Árbol Único' })
    await cancel(first)
    const ids = async (query: Query) => (await list(query)).tickets.length
    expect(await ids({})).toBe(2)
    expect(await ids({ status: 'all' })).toBe(3)
    expect(await ids({ status: 'cancelled' })).toBe(1)
    expect(await ids({ type: paid.id })).toBe(1)
    expect(await ids({ username: 'arbol' })).toBe(1)
    expect(await ids({ username: 'unico' })).toBe(0)
    expect(await ids({ date: '2020-01-01' })).toBe(0)
    expect(await ids({ how: 'referred' })).toBe(0)
    const page = await list({ status: 'all', pageSize: 2, page: 2 })
    expect(page.tickets).toHaveLength(1)
    expect(page.pagination).toMatchObject({ totalTickets: 3, totalPages: 2 })
  })

  test('the people they gave or sold to, and no longer once they were taken off', async () => {
    const { make, sell, promoter, organizer, event, people } = await given()
    await make(person())
    await sell({ userName: 'Ernesto Guardia' })
    const { users } = await people(promoter)
    expect(users.map(({ name, tickets, admitted }) => [name, tickets, admitted])).toEqual([
      ['Ernesto G.', 1, 0],
      ['Zulema C.', 1, 0],
    ])
    expect((await people(promoter, 'guardia')).users).toEqual([])
    expect((await people(organizer)).users).toHaveLength(2)
    await server.app.db.deleteFrom('event_staff').where('event_id', '=', event.id).execute()
    await server.advance({ seconds: 6 })
    expect(await refused(people(promoter))).toBe('forbidden')
  })

  test('the part of another promoter is for those who run the event', async () => {
    const { options, event, organizer, promoter } = await given()
    const colleague = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
    expect((await options(organizer, promoter.id)).promo.maxUses).toBe(10)
    expect((await options(colleague)).promo.maxUses).toBe(0)
    expect(await refused(options(colleague, promoter.id))).toBe('person_not_found')
    expect(await refused(options(organizer))).toBe('person_not_found')
    expect(await refused(options(organizer, organizer.id))).toBe('person_not_found')
  })

  test('sends again what they issued, until it is handed on (rule R11.6)', async () => {
    const { make, promoter, event, search, list } = await given()
    const holder = await server.given.user({ phone: '+5493415558832', mail: 'titular@previa.example' })
    await search({ phone: holder.phone })
    const [ticketId = ''] = (await make(byId(holder.id))).ticketIds
    const shown = async () => (await list()).tickets.map(({ isWithFirst, delivery }) => [isWithFirst, delivery])
    expect(await shown()).toEqual([[true, 'queued']])
    await server.app.queue.runJob(server.app, 'notifications.deliver')
    expect(await shown()).toEqual([[true, 'sent']])
    const read = server.app.db.updateTable('deliveries').set({ state: 'read' })
    await read.where('ticket_id', '=', ticketId).where('channel', '=', 'whatsapp').execute()
    expect(await shown()).toEqual([[true, 'read']])
    const resend = (as: GivenUser) => server.call(resendTicket, { body: { ticketId, channel: 'mail' } }, { as })
    expect(await resend(promoter)).toEqual({ channel: 'mail', to: 't***@previa.example' })
    const colleague = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
    expect(await refused(resend(colleague))).toBe('ticket_not_found')
    const friend = await server.given.user()
    await server.call(transferTicket, { params: { id: ticketId }, body: { toUserId: friend.id } }, { as: holder })
    expect(await refused(resend(promoter))).toBe('ticket_not_found')
    // How it reaches the next holder is nothing of the promoter's.
    expect(await shown()).toEqual([[false, null]])
    const owner = await server.given.user({ memberOf: { id: event.companyId } })
    expect((await resend(owner)).channel).toBe('mail')
  })
})
