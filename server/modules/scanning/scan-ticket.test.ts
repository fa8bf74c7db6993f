import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getAttendance, scanTicket, usedTicket } from '#contract/sales/scanning.ts'
import { createTestApp, Refused, type TestApp } from '#server/testing/app.ts'
import type { GivenTicket, GivenUser } from '#server/testing/given.ts'

let server: TestApp
let event: { id: string; number: number; companyId: string }
let type: { id: string; eventId: string }
let doorman: GivenUser
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  event = await server.given.event({ startsInHours: 2 })
  type = await server.given.ticketType({ event })
  doorman = await server.given.user({ name: 'Tomás Puerta', staffOf: event })
})

type Body = { eventId?: unknown; code?: unknown; nonce?: unknown; via?: unknown }
const scan = (ticket: GivenTicket, body: Body = {}, as: { token: string } = doorman) =>
  server.call(
    scanTicket,
    { params: { ticketId: ticket.id }, body: { eventId: event.id, code: ticket.code, via: 'qr', ...body } },
    { as },
  )
const scans = (ticketId: string) =>
  server.app.db.selectFrom('scans').selectAll().where('ticket_id', '=', ticketId).orderBy('id').execute()

test('a valid ticket goes in once, and the door sees who, what and how many', async () => {
  const holder = await server.given.user({ name: 'Camila Ferreyra', mail: 'camila@previa.example' })
  const ticket = await server.given.ticket({ type, holder })
  const answer = await scan(ticket)
  expect(answer).toMatchObject({
    ticket: { id: ticket.id, number: ticket.number, type: 'General', price: 18_000, formattedPrice: '$18.000' },
    event: { id: event.id, name: 'Fiesta Lunar Rosario' },
    user: { id: holder.id, name: 'Camila Ferreyra', email: 'c***@previa.example' },
    scan: { scannedBy: 'Tomás Puerta', formattedDate: expect.stringMatching(/^\p{L}+ \d+ \p{L}+, \d\d:\d\d:\d\d$/u) },
    userAssigned: { id: holder.id, name: 'Camila Ferreyra' },
    position: 1,
    ofTotal: 1,
    askForId: false,
    attendanceIndicators: {
      total: 1,
      scanned: 1,
      notScanned: 0,
      rate: 100,
      byType: [{ type: 'General', total: 1, scanned: 1 }],
    },
  })
  const refused = await scan(ticket).catch((error: unknown) => error as Refused)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'ticket_already_used', message: 'El ticket ya fue utilizado' },
  })
  expect(z.parse(usedTicket, (refused as Refused).body.details)).toEqual({
    previousScan: answer.scan,
    ticket: { number: ticket.number, type: 'General' },
    userAssigned: { id: holder.id, name: 'Camila Ferreyra' },
  })
  expect(await scans(ticket.id)).toMatchObject([
    { id: answer.scanId, result: 'admitted', via: 'qr', scanner_id: doorman.id },
    { result: 'ticket_already_used' },
  ])
  const audits = await server.app.db.selectFrom('audit_rows').selectAll().where('object_id', '=', ticket.id).execute()
  expect(audits).toMatchObject([{ action: 'ticket.scan', actor_id: doorman.id, request_id: expect.any(String) }])
})

test('free tickets are said to be free, and an age limit asks for the ID', async () => {
  const night = await server.given.event({ startsInHours: 1, minimumAge: 18 })
  const free = await server.given.ticketType({ event: night, priceCents: 0 })
  const ticket = await server.given.ticket({ type: free, priceCents: 0 })
  const as = await server.given.user({ staffOf: night })
  const answer = await scan(ticket, { eventId: night.id }, as)
  expect(answer).toMatchObject({ ticket: { price: 0, formattedPrice: 'Gratis' }, askForId: true })
})

test('the same nonce is the same success again, also hours later, and counts once', async () => {
  const ticket = await server.given.ticket({ type })
  const first = await scan(ticket, { nonce: 'n-1' })
  await server.advance({ minutes: 90 })
  const again = await scan(ticket, { nonce: 'n-1' })
  expect(again).toMatchObject({ scanId: first.scanId, scan: first.scan, ticket: first.ticket })
  expect(await scans(ticket.id)).toHaveLength(1)
  expect(await server.refusal(scan(ticket, { nonce: 'n-2' }))).toBe('ticket_already_used')
  await server.advance({ hours: 60 })
  const doormanLater = await server.given.user({ staffOf: event })
  expect(await server.refusal(scan(ticket, { nonce: 'n-1' }, doormanLater))).toBe('ticket_inactive')
})

test('a nonce belongs to one ticket, and a refusal does not use it up', async () => {
  const [one, other] = [await server.given.ticket({ type }), await server.given.ticket({ type })]
  await scan(one, { nonce: 'n-3' })
  await expect(scan(other, { nonce: 'n-3' })).rejects.toMatchObject({
    status: 422,
    body: { code: 'idempotency_mismatch' },
  })
  const early = await server.given.event({ startsInHours: 7, lastsHours: null })
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event: early }) })
  const as = await server.given.user({ staffOf: early })
  const attempt = () => scan(ticket, { eventId: early.id, nonce: 'n-4' }, as)
  for (let call = 0; call < 3; call += 1) expect(await server.refusal(attempt())).toBe('ticket_inactive')
  await server.advance({ hours: 1, minutes: 5 })
  await attempt()
  expect((await scans(ticket.id)).map(({ result }) => result)).toEqual(['ticket_inactive', 'admitted'])
})

test('a typed number or id and a found ticket go in, and are stored so', async () => {
  const tickets = await Promise.all([0, 1, 2].map(() => server.given.ticket({ type })))
  const [typed, bare, found] = tickets as [GivenTicket, GivenTicket, GivenTicket] // three made above
  const number = `${typed.number.slice(0, 4)}-${typed.number.slice(4)}`.toLowerCase()
  const enter = (ticketId: string, via?: string) =>
    server.call(scanTicket, { params: { ticketId }, body: { eventId: event.id, ...(via && { via }) } }, { as: doorman })
  expect((await enter(number, 'typed')).ticket.id).toBe(typed.id)
  expect((await enter(bare.id)).ticket.id).toBe(bare.id)
  expect((await enter(found.id, 'search')).ticket.id).toBe(found.id)
  const vias = await Promise.all(tickets.map(async ({ id }) => (await scans(id))[0]?.via))
  expect(vias).toEqual(['typed', 'typed', 'search'])
  const mistyped = (typed.number.startsWith('7') ? '8' : '7') + typed.number.slice(1)
  expect(await server.refusal(enter(mistyped))).toBe('invalid_qr_code')
})

test('owners and managers scan their company’s events, the finance role and strangers do not', async () => {
  const company = { id: event.companyId }
  const enter = async (as: GivenUser) => {
    const ticket = await server.given.ticket({ type })
    return server.refusal(scan(ticket, {}, as)).catch(() => 'admitted')
  }
  expect(await enter(await server.given.user({ memberOf: company, companyRole: 'owner' }))).toBe('admitted')
  expect(await enter(await server.given.user({ memberOf: company, companyRole: 'manager' }))).toBe('admitted')
  expect(await enter(await server.given.user({ memberOf: company, companyRole: 'finance' }))).toBe(
    'insufficient_permissions',
  )
  expect(await enter(await server.given.user())).toBe('insufficient_permissions')
  expect(await enter(await server.given.user({ isGodAdmin: true }))).toBe('insufficient_permissions')
  expect(await enter(await server.given.user({ isAdmin: true }))).toBe('insufficient_permissions')
  expect(await enter(await server.given.user({ staffOf: event, staffKind: 'RRPP' }))).toBe('insufficient_permissions')
  expect(await enter(await server.given.user({ staffOf: event, staffKind: 'COMERCIAL' }))).toBe(
    'insufficient_permissions',
  )
  expect(await enter(await server.given.user({ memberOf: await server.given.company() }))).toBe('scanner_not_assigned')
})

test('losing the assignment, the permission or the account stops the next scan (D7)', async () => {
  const before = await server.given.ticket({ type })
  await scan(before)
  const ticket = await server.given.ticket({ type })
  const staff = () => server.app.db.updateTable('event_staff').where('user_id', '=', doorman.id)
  await staff().set({ can_scan: false }).execute()
  expect(await server.refusal(scan(ticket))).toBe('insufficient_permissions')
  await server.app.db.deleteFrom('event_staff').where('user_id', '=', doorman.id).execute()
  expect(await server.refusal(scan(ticket))).toBe('scanner_not_assigned')
  await server.app.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', doorman.id).execute()
  expect(await server.refusal(scan(ticket))).toBe('invalid_scanner')
  // The session is looked up again, and does not open any more.
  await server.advance({ seconds: 10 })
  expect(await server.refusal(scan(ticket))).toBe('invalid_scanner')
  expect((await scans(ticket.id)).map(({ result }) => result)).toEqual([
    'insufficient_permissions',
    'scanner_not_assigned',
    'invalid_scanner',
  ])
})

test('the old code of a ticket that changed hands is dead', async () => {
  const ticket = await server.given.ticket({ type })
  await sql`update tickets set epoch = 2, code_hash = sha256('otro') where id = ${ticket.id}`.execute(server.app.db)
  expect(await server.refusal(scan(ticket))).toBe('invalid_qr_code')
})

test('no flipped bit of a code is admitted (threat 1)', async () => {
  const ticket = await server.given.ticket({ type })
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
  const forged = Array.from({ length: ticket.code.length }, (_, place) => {
    const next = alphabet[(alphabet.indexOf(ticket.code.charAt(place)) + 1) % 45] ?? ''
    return ticket.code.slice(0, place) + next + ticket.code.slice(place + 1)
  })
  const codes = await Promise.all(
    forged.map((code) =>
      server.refusal(
        server.call(scanTicket, { params: { ticketId: 'qr' }, body: { eventId: event.id, code } }, { as: doorman }),
      ),
    ),
  )
  expect(new Set(codes)).toEqual(new Set(['invalid_qr_code']))
  await scan(ticket)
})

test('attendance is counted once a second however many ask', async () => {
  const tickets = await Promise.all(Array.from({ length: 4 }, () => server.given.ticket({ type })))
  await server.given.ticket({ type, state: 'refunded' })
  await server.advance({ seconds: 2 })
  const asked = () => server.call(getAttendance, { params: { id: event.id } }, { as: doorman })
  expect(await asked()).toMatchObject({ total: 4, scanned: 0, rate: 0 })
  for (const ticket of tickets.slice(0, 3)) await scan(ticket)
  expect(await asked()).toMatchObject({ total: 4, scanned: 0 })
  // Ageing figures are still shown while new ones are counted, so that no scan waits.
  await server.advance({ seconds: 0.7 })
  expect(await asked()).toMatchObject({ scanned: 0 })
  await expect.poll(async () => (await asked()).scanned).toBe(3)
  await scan(tickets[3] as GivenTicket) // four made above
  await server.advance({ seconds: 1 })
  const figures = await asked()
  expect(figures).toMatchObject({ total: 4, scanned: 4, notScanned: 0, rate: 100 })
  expect(figures.lastMinutes).toHaveLength(15)
  expect(figures.lastMinutes.at(-1)).toBe(4)
  const stranger = await server.given.user({ memberOf: await server.given.company() })
  expect(await server.refusal(server.call(getAttendance, { params: { id: event.id } }, { as: stranger }))).toBe(
    'event_not_found',
  )
})

test('a device that scans too fast waits (rule R13.5)', async () => {
  const ticket = await server.given.ticket({ type })
  const input = { params: { ticketId: ticket.id }, body: { eventId: event.id, code: ticket.code } }
  const headers = { 'x-device-id': 'puerta-norte' }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      server.call(scanTicket, input, { as: doorman, headers }).catch((error: unknown) => error),
    ),
  )
  const refused = answers.filter((answer) => answer instanceof Refused).map(({ body }) => body.code)
  expect(refused.filter((code) => code === 'too_many_requests')).toHaveLength(2)
})
