import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateAccount } from '#contract/accounts/accounts-credentials.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { getMyTickets, getTicketByLink, getTicketPdf, transferTicket } from '#contract/sales/tickets.ts'
import { createTestApp, type Refused, type TestApp } from '#server/testing/app.ts'
import type { GivenTicket, GivenUser } from '#server/testing/given.ts'
import { linkAt } from '#server/testing/read-inbox.ts'
import { makeLinkToken } from '../link-token.ts'

let server: TestApp
let event: { id: string; companyId: string }
let type: { id: string; eventId: string }
beforeAll(async () => {
  server = await createTestApp()
  event = await server.given.event({ startsInHours: 2 })
  type = await server.given.ticketType({ event })
})
afterAll(() => server.close())

type Receiver = { toUserId?: string; name?: string; phone?: string; mail?: string }
const give = (ticket: GivenTicket, as: GivenUser, body: Receiver) =>
  server.call(transferTicket, { params: { id: ticket.id }, body }, { as })
const rowOf = (id: string) =>
  server.app.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const inboxOf = async (...recipients: string[]) =>
  server.app.db
    .selectFrom('dev_inbox')
    .select(['channel', 'recipient', 'subject', 'body'])
    .where('recipient', 'in', recipients)
    .orderBy('id')
    .execute()
const deliver = async () => {
  await server.drain()
  await server.app.queue.runJob(server.app, 'notifications.deliver')
}

test('the receiver holds it at once; code, link and PDF of the giver are dead with the answer', async () => {
  const giver = await server.given.user({ name: 'Camila Ferreyra' })
  const receiver = await server.given.user({ name: 'Bruno Ledesma' })
  const ticket = await server.given.ticket({ type, holder: giver })
  const oldLink = makeLinkToken(server.app.vault, ticket.id, 1)
  expect(await server.call(getTicketByLink, { params: { token: oldLink } })).toMatchObject({ canTransfer: true })

  expect(await give(ticket, giver, { toUserId: receiver.id })).toEqual({ ticketId: ticket.id })

  expect(await rowOf(ticket.id)).toMatchObject({
    holder_id: receiver.id,
    payer_id: giver.id,
    epoch: 2,
    state: 'valid',
    transfers: 1,
  })
  expect(await server.refusal(server.call(getTicketByLink, { params: { token: oldLink } }))).toBe('ticket_link_invalid')
  const pdfRequest = { params: { id: ticket.id }, query: { token: oldLink } }
  expect(await server.refusal(server.call(getTicketPdf, pdfRequest))).toBe('ticket_not_found')
  expect(await server.refusal(server.call(getTicketPdf, pdfRequest, { as: giver }))).toBe('ticket_not_found')
  const scanner = await server.given.user({ staffOf: event })
  const scan = (code: string) =>
    server.call(
      scanTicket,
      { params: { ticketId: ticket.id }, body: { eventId: event.id, code, via: 'qr' } },
      { as: scanner },
    )
  expect(await server.refusal(scan(ticket.code))).toBe('invalid_qr_code')

  expect((await server.call(getMyTickets, { query: {} }, { as: giver })).tickets).toEqual([])
  const [theirs] = (await server.call(getMyTickets, { query: {} }, { as: receiver })).tickets
  expect(theirs).toMatchObject({ id: ticket.id, number: ticket.number, holderName: 'Bruno Ledesma' })
  expect(await server.call(getTicketByLink, { params: { token: theirs?.linkToken ?? '' } })).toMatchObject({
    code: theirs?.code,
  })
  expect(await scan(theirs?.code ?? '')).toMatchObject({ ticket: { number: ticket.number } })

  const audits = await server.app.db
    .selectFrom('audit_rows')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('object_id', '=', ticket.id)
    .where('action', '=', 'ticket.transfer')
    .execute()
  expect(audits).toEqual([
    {
      action: 'ticket.transfer',
      actor_id: giver.id,
      before: { holderId: giver.id, epoch: 1 },
      after: { holderId: receiver.id, epoch: 2 },
    },
  ])
})

test('both are notified by mail and WhatsApp, and a ticket transferred meanwhile is not delivered', async () => {
  const giver = await server.given.user({ name: 'Camila Ferreyra' })
  const middle = await server.given.user({ name: 'Ignacio Paz' })
  const last = await server.given.user({ name: 'Bruno Ledesma' })
  const ticket = await server.given.ticket({ type, holder: giver })
  await give(ticket, giver, { toUserId: middle.id })
  await give(ticket, middle, { toUserId: last.id })
  await deliver()
  const messages = await inboxOf(giver.mail, giver.phone, middle.mail, middle.phone, last.mail, last.phone)
  expect(messages.map(({ recipient, subject }) => `${recipient} ${subject}`).sort()).toEqual(
    [
      `${giver.mail} Transferiste una entrada para Fiesta Lunar Rosario`,
      `${giver.phone} entrada_transferida`,
      `${middle.mail} Transferiste una entrada para Fiesta Lunar Rosario`,
      `${middle.phone} entrada_transferida`,
      `${last.mail} Ignacio te pasó una entrada para Fiesta Lunar Rosario`,
      `${last.phone} entrada_recibida`,
    ].sort(),
  )
  const arrived = messages.find(({ recipient, channel }) => recipient === last.mail && channel === 'mail')
  expect(arrived?.body).toContain('Ignacio Paz te pasó una entrada para Fiesta Lunar Rosario')
  expect(arrived?.body).toContain(makeLinkToken(server.app.vault, ticket.id, 3))
})

test('the giver reads the receiver’s name, also when a pending receiver was joined to another account first', async () => {
  const giver = await server.given.user()
  const ticket = await server.given.ticket({ type, holder: giver })
  await give(ticket, giver, { name: 'Delfina Quiroga', phone: '341 15 555-0777', mail: 'delfina@previa.example' })
  await server.app.db
    .updateTable('users')
    .set({ name: 'Cuenta Reunida' })
    .where('phone', '=', '+5493415550777')
    .execute()
  await deliver()
  const [mail] = (await inboxOf(giver.mail)).filter(({ channel }) => channel === 'mail')
  expect(mail?.body).toContain('a Delfina Q.\n')
  expect(mail?.body).not.toContain('Cuenta')
})

test('a phone without account makes a pending one, which holds the ticket and is sent its activation', async () => {
  const giver = await server.given.user()
  const ticket = await server.given.ticket({ type, holder: giver })
  const to = { name: 'Lucía Duarte', phone: '341 15 555-0199', mail: 'lucia@previa.example' }
  expect(await give(ticket, giver, to)).toEqual({ ticketId: ticket.id })
  const person = await server.app.db
    .selectFrom('users')
    .select(['id', 'state', 'name', 'mail'])
    .where('phone', '=', '+5493415550199')
    .executeTakeFirstOrThrow()
  expect(person).toMatchObject({ state: 'pending', name: 'Lucía Duarte', mail: 'lucia@previa.example' })
  expect(await rowOf(ticket.id)).toMatchObject({ holder_id: person.id })
  await deliver()
  const subjects = (await inboxOf('lucia@previa.example', '+5493415550199')).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(['Camila te pasó una entrada para Fiesta Lunar Rosario', 'entrada_recibida'])
  // The one mail has the link of the account, too.
  const token = (await linkAt(server, 'lucia@previa.example', 'activation')) ?? ''
  const activation = { token, newPassword: 'una-clave-larga', acceptTerms: true as const }
  expect((await server.call(activateAccount, { body: activation })).session).toBeDefined()

  // The same three fields again find the person.
  const second = await server.given.ticket({ type, holder: giver })
  await give(second, giver, { ...to, name: 'Otro Nombre' })
  expect(await rowOf(second.id)).toMatchObject({ holder_id: person.id })
})

test('the receiver must be another person who can hold a ticket, and wholly named', async () => {
  const giver = await server.given.user({ phone: '+5493415557711' })
  const ticket = await server.given.ticket({ type, holder: giver })
  const refused = (body: Receiver) => server.refusal(give(ticket, giver, body))
  const taken = () =>
    sql`select * from limits_taken where name = 'transfer' order by subject`
      .execute(server.app.db)
      .then(({ rows }) => rows)
  const before = await taken()
  expect(await refused({ toUserId: giver.id })).toBe('transfer_to_self')
  expect(await refused({ name: 'Yo Misma', phone: giver.phone, mail: 'otra@previa.example' })).toBe('transfer_to_self')
  expect(await refused({})).toBe('missing_user_data')
  expect(await refused({ name: 'Ana Ríos', phone: '+5493415550123' })).toBe('missing_user_data')
  expect(await refused({ name: 'Ana Ríos', phone: '123456', mail: 'ana@previa.example' })).toBe('invalid_phone')
  const unreachable = [
    { id: '01990000-0000-7000-8000-000000000009' },
    await server.given.user({ state: 'blocked' }),
    await server.given.user({ state: 'deleted' }),
  ]
  for (const { id } of unreachable) expect(await refused({ toUserId: id })).toBe('recipient_not_found')
  expect(await rowOf(ticket.id)).toMatchObject({ holder_id: giver.id, epoch: 1, transfers: 0 })
  // Refusals used up nothing of the day.
  expect(await taken()).toEqual(before)
})

test('only its holder, only a valid one, and only until the event ends or its organizer says no', async () => {
  const giver = await server.given.user()
  const receiver = { toUserId: (await server.given.user()).id }
  const organizer = await server.given.user({ memberOf: { id: event.companyId } })
  const ticket = await server.given.ticket({ type, holder: giver })
  for (const stranger of [await server.given.user(), organizer]) {
    expect(await server.refusal(give(ticket, stranger, receiver))).toBe('ticket_not_found')
  }
  for (const state of ['used', 'refunded', 'cancelled', 'expired'] as const) {
    const gone = await server.given.ticket({ type, holder: giver, state })
    expect(await server.refusal(give(gone, giver, receiver))).toBe('ticket_not_valid')
  }
  const closed = [
    await server.given.event({ startsInHours: -10, lastsHours: 2 }),
    await server.given.event({ state: 'cancelled' }),
    await server.given.event(),
  ]
  const nominal = closed[2]?.id ?? ''
  await sql`update events set allows_transfers = false where id = ${nominal}`.execute(server.app.db)
  for (const each of closed) {
    const kept = await server.given.ticket({ type: await server.given.ticketType({ event: each }), holder: giver })
    expect(await server.refusal(give(kept, giver, receiver))).toBe('transfer_closed')
  }
})

test('a ticket three times, a person five times a day', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => server.given.user()))
  const [first, second, third, fourth, fifth] = people as [GivenUser, GivenUser, GivenUser, GivenUser, GivenUser]
  const ticket = await server.given.ticket({ type, holder: first })
  await give(ticket, first, { toUserId: second.id })
  await give(ticket, second, { toUserId: third.id })
  await give(ticket, third, { toUserId: fourth.id })
  expect(await server.refusal(give(ticket, fourth, { toUserId: fifth.id }))).toBe('transfer_limit')

  const tickets = await Promise.all(Array.from({ length: 8 }, () => server.given.ticket({ type, holder: fifth })))
  const answers = await Promise.allSettled(tickets.map((each) => give(each, fifth, { toUserId: first.id })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const [late] = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason as Refused)
  expect(late).toMatchObject({ status: 429, body: { code: 'transfer_day_limit' } })
  const kept = await server.app.db.selectFrom('tickets').select('id').where('holder_id', '=', fifth.id).execute()
  expect(kept).toHaveLength(3)
})

test('the giver reads half the name of a receiver known by phone alone', async () => {
  const giver = await server.given.user()
  const known = await server.given.user({ name: 'Bruno Ledesma', phone: '+5493415557771' })
  const ticket = await server.given.ticket({ type, holder: giver })
  await give(ticket, giver, { name: 'Quién Será', phone: known.phone, mail: 'quien@previa.example' })
  await deliver()
  const messages = await inboxOf(giver.mail, giver.phone)
  expect(messages.length).toBeGreaterThan(0)
  expect(JSON.stringify(messages)).not.toContain('Ledesma')
  expect(JSON.stringify(messages)).toContain('Bruno L.')
})

test('a sixth transfer gets the time of the next, not a day from now', async () => {
  const giver = await server.given.user()
  const receiver = await server.given.user()
  const tickets = []
  for (let n = 0; n < 6; n += 1) tickets.push(await server.given.ticket({ type, holder: giver }))
  for (const ticket of tickets.slice(0, 5)) await give(ticket, giver, { toUserId: receiver.id })
  await sql`update limits_taken set ends_at = ends_at - interval '23 hours' where name = 'transfer'`.execute(
    server.app.db,
  )
  const last = tickets[5]
  if (!last) throw new Error('six were made')
  const refused = await give(last, giver, { toUserId: receiver.id }).catch((error: unknown) => error as Refused)
  const waitSeconds = (refused as Refused).retryAfterSeconds
  expect(waitSeconds).toBeLessThanOrEqual(3600)
  const details = { waitSeconds, until: expect.any(String) }
  expect(refused).toMatchObject({ status: 429, body: { code: 'transfer_day_limit', details } })
})

test.each([
  ['forbids minors', { forbidsMinors: true }, '2015-01-01', true],
  ['forbids people under 30', { forbidsMinors: true, minimumAge: 30 }, '2005-01-01', true],
  ['forbids minors, to an adult', { forbidsMinors: true }, '1990-01-01', false],
  ['forbids minors, to a person of unknown age', { forbidsMinors: true }, null, false],
  ['only warns', { minimumAge: 18 }, '2015-01-01', false],
] as const)(
  'of an event that %s the receiver alone reads whether it opens the door',
  async (_, rule, birthDate, isBarred) => {
    const adults = await server.given.event({ startsInHours: 2, ...rule })
    const ofAdults = await server.given.ticketType({ event: adults })
    const receiver = await server.given.user({ birthDate, name: 'Nahuel Ibáñez' })
    for (const to of [
      { toUserId: receiver.id },
      { name: 'Nahuel Ibáñez', phone: receiver.phone, mail: receiver.mail },
    ]) {
      const giver = await server.given.user()
      const ticket = await server.given.ticket({ type: ofAdults, holder: giver })
      expect(await give(ticket, giver, to)).toEqual({ ticketId: ticket.id })
      const theirs = (await server.call(getMyTickets, { query: {} }, { as: receiver })).tickets
      const got = theirs.find(({ id }) => id === ticket.id)
      expect(got).toMatchObject({ isBarredByAge: isBarred, canTransfer: true })
      expect(got?.code === null).toBe(isBarred)
      const byLink = await server.call(getTicketByLink, { params: { token: got?.linkToken ?? '' } })
      expect(byLink.code).toBe(got?.code)
      await deliver()
      const mails = JSON.stringify(await inboxOf(giver.mail, giver.phone))
      expect(mails).not.toContain('mayores')
      expect(JSON.stringify(await inboxOf(receiver.mail)).includes('no te sirve para entrar')).toBe(isBarred)
    }
  },
)

test('what a person under age hands on to an adult opens the door again', async () => {
  const adults = await server.given.event({ startsInHours: 2, forbidsMinors: true })
  const minor = await server.given.user({ birthDate: '2015-01-01' })
  const adult = await server.given.user({ birthDate: '1990-01-01' })
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event: adults }), holder: adult })
  await give(ticket, adult, { toUserId: minor.id })
  await give(ticket, minor, { toUserId: adult.id })
  const [back] = (await server.call(getMyTickets, { query: {} }, { as: adult })).tickets
  expect(back).toMatchObject({ isBarredByAge: false, code: expect.any(String) })
})

test('where minors are forbidden and no age is given, the ticket says 18', async () => {
  const adults = await server.given.event({ startsInHours: 2, forbidsMinors: true })
  const holder = await server.given.user()
  await server.given.ticket({ type: await server.given.ticketType({ event: adults }), holder })
  const [ticket] = (await server.call(getMyTickets, { query: {} }, { as: holder })).tickets
  expect(ticket?.event.minimumAge).toBe(18)
})
