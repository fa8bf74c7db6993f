/** Rule R13.1: of two faults at once the earlier check answers. Every pair is tried. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inactiveTicket, scanTicket } from '#contract/sales/scanning.ts'
import { failures, type FailureCode } from '#contract/api/failures.ts'
import { newTicketId } from '#server/shared/ids.ts'
import { createTestApp, type Refused, type TestApp } from '#server/testing/app.ts'
import type { GivenTicket, GivenUser } from '#server/testing/given.ts'

const ORDER = [
  'missing_required_fields',
  'unauthorized',
  'invalid_scanner',
  'insufficient_permissions',
  'scanner_not_assigned',
  'invalid_qr_code',
  'ticket_not_found',
  'wrong_event_qr',
  'ticket_inactive',
  'ticket_already_used',
] as const
type Fault = (typeof ORDER)[number]
const STATUS: Record<Fault, number> = {
  missing_required_fields: 400,
  unauthorized: 401,
  invalid_scanner: 403,
  insufficient_permissions: 403,
  scanner_not_assigned: 403,
  invalid_qr_code: 400,
  ticket_not_found: 404,
  wrong_event_qr: 400,
  ticket_inactive: 400,
  ticket_already_used: 409,
}
/** Pairs that exclude each other: a token is of no account or of a blocked one, a ticket exists or does not, … */
const EXCLUSIVE: readonly (readonly [Fault, Fault])[] = [
  ['unauthorized', 'invalid_scanner'],
  ['ticket_not_found', 'wrong_event_qr'],
  ['ticket_not_found', 'ticket_inactive'],
  ['ticket_not_found', 'ticket_already_used'],
  ['insufficient_permissions', 'scanner_not_assigned'],
]

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

interface Scene {
  readonly token: string | undefined
  readonly ticketId: string
  readonly body: Record<string, unknown>
}

/** A call with just these faults. */
async function sceneWith(faults: readonly Fault[]): Promise<Scene> {
  const has = (fault: Fault) => faults.includes(fault)
  const event = await server.given.event({ startsInHours: has('ticket_inactive') ? 48 : 1 })
  const eventOfTicket = has('wrong_event_qr') ? await server.given.event({ startsInHours: 1 }) : event
  const type = await server.given.ticketType({ event: eventOfTicket })
  const ticket = await server.given.ticket({ type, state: has('ticket_already_used') ? 'used' : 'valid' })
  const person = await doorman(event, has)
  return {
    token: has('unauthorized') ? 'un-token-que-no-existe' : person.token,
    ticketId: ticketIdFor(ticket, has),
    body: {
      ...(has('missing_required_fields') ? {} : { eventId: event.id }),
      ...bodyFor(ticket, has),
    },
  }
}

function doorman(event: { id: string }, has: (fault: Fault) => boolean): Promise<GivenUser> {
  const state = has('invalid_scanner') ? ('blocked' as const) : ('active' as const)
  if (has('insufficient_permissions')) return server.given.user({ state, staffOf: event, canScan: false })
  if (!has('scanner_not_assigned')) return server.given.user({ state, staffOf: event })
  return server.given.event().then((other) => server.given.user({ state, staffOf: other }))
}

function ticketIdFor(ticket: GivenTicket, has: (fault: Fault) => boolean): string {
  return has('ticket_not_found') ? newTicketId() : ticket.id
}

/** A ticket that does not exist can only be typed: no code of ours names it. */
function bodyFor(ticket: GivenTicket, has: (fault: Fault) => boolean) {
  if (has('invalid_qr_code')) return { via: 'qr', code: `${ticket.code.slice(0, -1)}!` }
  return has('ticket_not_found') ? { via: 'typed' } : { via: 'qr', code: ticket.code }
}

async function answerTo({ token, ticketId, body }: Scene) {
  const call = server.call(scanTicket, { params: { ticketId }, body }, token === undefined ? {} : { as: token })
  return call.then(
    () => ({ status: 200, code: 'admitted' }),
    (error: unknown) => ({
      status: (error as { status: number }).status,
      code: (error as { body: { code: string } }).body.code,
    }),
  )
}

test('without a fault it goes in', async () => {
  expect(await answerTo(await sceneWith([]))).toEqual({ status: 200, code: 'admitted' })
})

test.each(ORDER)('%s alone answers its own code and status', async (fault) => {
  expect(await answerTo(await sceneWith([fault]))).toEqual({ status: STATUS[fault], code: fault })
  expect(failures[fault satisfies FailureCode][0]).toBe(STATUS[fault])
})

const pairs = ORDER.flatMap((first, index) => ORDER.slice(index + 1).map((second) => [first, second] as const)).filter(
  ([first, second]) => !EXCLUSIVE.some(([a, b]) => a === first && b === second),
)

test.each(pairs)('%s comes before %s', async (first, second) => {
  expect(await answerTo(await sceneWith([first, second]))).toEqual({ status: STATUS[first], code: first })
})

test('a missing token is distinguished from one that opens no session', async () => {
  const scene = await sceneWith([])
  expect(await answerTo({ ...scene, token: undefined })).toEqual({ status: 401, code: 'no_token' })
  expect(await answerTo({ ...scene, token: undefined, body: {} })).toEqual({
    status: 400,
    code: 'missing_required_fields',
  })
})

test('a blocked account, its session still open or not, is an invalid scanner', async () => {
  const event = await server.given.event({ startsInHours: 1 })
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event }) })
  const person = await server.given.user({ staffOf: event, state: 'blocked' })
  await server.app.db
    .updateTable('sessions')
    .set({ ended_at: server.clock.now() })
    .where('user_id', '=', person.id)
    .execute()
  const scene = { token: person.token, ticketId: ticket.id, body: { eventId: event.id, code: ticket.code } }
  expect(await answerTo(scene)).toEqual({ status: 403, code: 'invalid_scanner' })
})

test('the legal account scans nothing, whatever else it is (rule R13.5)', async () => {
  const night = await server.given.event({ startsInHours: 1 })
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event: night }) })
  const body = { eventId: night.id, code: ticket.code }
  for (const post of [{ staffOf: night }, { memberOf: { id: night.companyId } }]) {
    const { token } = await server.given.user({ isLegal: true, ...post })
    expect(await answerTo({ token, ticketId: ticket.id, body })).toEqual({
      status: 403,
      code: 'insufficient_permissions',
    })
  }
})

test.each([
  ['refunded', {}, 'refunded'],
  ['cancelled', {}, 'cancelled'],
  ['expired', {}, 'expired'],
  ['valid', { state: 'inactive' }, 'event_inactive'],
  ['valid', { state: 'cancelled' }, 'event_inactive'],
  ['valid', { state: 'pending' }, 'event_inactive'],
  ['valid', { startsInHours: 7 }, 'too_early'],
  ['valid', { startsInHours: -60, lastsHours: 6 }, 'too_late'],
  ['valid', { startsInHours: -49, lastsHours: null }, 'too_late'],
  ['valid', { startsInHours: -50, state: 'success' }, 'too_late'],
] as const)('a ticket that is %s at an event %o is inactive: %s', async (state, event, reason) => {
  const night = await server.given.event({ startsInHours: 1, ...event })
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event: night }), state })
  const as = await server.given.user({ staffOf: night })
  const call = server.call(
    scanTicket,
    { params: { ticketId: ticket.id }, body: { eventId: night.id, code: ticket.code } },
    { as },
  )
  const refused = await call.catch((error: unknown) => error as Refused)
  expect(refused).toMatchObject({ status: 400, body: { code: 'ticket_inactive' } })
  expect(z.parse(inactiveTicket, (refused as Refused).body.details).reason).toBe(reason)
})

test.each([
  ['six hours before', { startsInHours: 5.99 }],
  ['the night after', { startsInHours: -20, lastsHours: 6 }],
  ['two days after the end', { startsInHours: -53, lastsHours: 6 }],
  ['undated', { startsInHours: null }],
] as const)('the door is open %s', async (_, event) => {
  const night = await server.given.event(event)
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event: night }) })
  const as = await server.given.user({ staffOf: night })
  const input = { params: { ticketId: ticket.id }, body: { eventId: night.id, code: ticket.code } }
  expect((await server.call(scanTicket, input, { as })).ticket.id).toBe(ticket.id)
})

test('after its hour a type does not enter any more, and says until when it did', async () => {
  const event = await server.given.event({ startsInHours: 1 })
  const type = await server.given.ticketType({ event, validUntilInHours: -0.5 })
  const ticket = await server.given.ticket({ type })
  const as = await server.given.user({ staffOf: event })
  const call = server.call(
    scanTicket,
    { params: { ticketId: ticket.id }, body: { eventId: event.id, code: ticket.code } },
    { as },
  )
  await expect(call).rejects.toMatchObject({
    body: { details: { reason: 'after_hour', validUntil: expect.any(String) } },
  })
})

test('a typed code of another event of the same company is distinguished; another company’s is not found', async () => {
  const event = await server.given.event({ startsInHours: 1 })
  const sister = await server.given.event({ startsInHours: 1, company: { id: event.companyId } })
  const foreign = await server.given.event({ startsInHours: 1 })
  const as = await server.given.user({ staffOf: event })
  for (const [of, code] of [
    [sister, 'wrong_event_qr'],
    [foreign, 'ticket_not_found'],
  ] as const) {
    const ticket = await server.given.ticket({ type: await server.given.ticketType({ event: of }) })
    for (const ticketId of [ticket.number, ticket.id]) {
      const call = server.call(scanTicket, { params: { ticketId }, body: { eventId: event.id, via: 'typed' } }, { as })
      expect(await server.refusal(call)).toBe(code)
    }
    const shown = { params: { ticketId: ticket.id }, body: { eventId: event.id, code: ticket.code } }
    expect(await server.refusal(server.call(scanTicket, shown, { as }))).toBe('wrong_event_qr')
  }
})

test('an event that does not exist and a foreign one answer alike', async () => {
  const event = await server.given.event({ startsInHours: 1 })
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event }) })
  const as = await server.given.user({ staffOf: await server.given.event() })
  for (const eventId of [event.id, newTicketId(), 'nada']) {
    const call = server.call(
      scanTicket,
      { params: { ticketId: ticket.id }, body: { eventId, code: ticket.code } },
      { as },
    )
    expect(await server.refusal(call)).toBe('scanner_not_assigned')
  }
})

test.each(['', '%20', 'undefined'])('an address that ends in «%s» names no ticket', async (ending) => {
  const event = await server.given.event({ startsInHours: 1 })
  const person = await server.given.user({ staffOf: event })
  const answer = await server.fastify.inject({
    method: 'POST',
    url: `/api/v1/ticket/scan-qr/${ending}`,
    headers: { authorization: `Bearer ${person.token}` },
    payload: { eventId: event.id },
  })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'missing_required_fields'])
})
