/** Courtesies and sales in person: what is made, who gets it, what the books say, and what is refused. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelTicket,
  generateCourtesy,
  generateTicket,
  getIssueOptions,
  organizerGenerateTicket,
} from '#contract/sales/box-office.ts'
import { getSettlement } from '#contract/companies/settlement.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { previewMassRefund } from '#contract/sales/refunds-mass.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { getMyTickets, transferTicket } from '#contract/sales/tickets.ts'
import { sumBalances } from '#server/modules/ledger/queries-balances.ts'
import { deliverBatches } from '#server/modules/notifications/deliver-batches.ts'
import { composeDelivery } from '#server/modules/tickets/delivery/compose-delivery.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { EventLiteral, GivenUser, TicketTypeLiteral } from '#server/testing/given.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

type Body = NonNullable<CallInput<typeof generateTicket>['body']>
let persons = 0
const person = () => {
  persons += 1
  return {
    userName: 'Camila Ferreyra',
    userPhone: `+54935155${10_000 + persons}`,
    userEmail: `nueva-${persons}@previa.example`,
  }
}

async function given(event: EventLiteral = {}, type: Partial<TicketTypeLiteral> = {}) {
  const company = await server.given.company({ name: 'Club Central' })
  const at = await server.given.event({ company, startsInHours: 3, ...event })
  const general = await server.given.ticketType({ event: at, ...type })
  const organizer = await server.given.user({ memberOf: company })
  const make = (body: Partial<Body>, as: GivenUser = organizer, key?: string) =>
    server.call(
      generateTicket,
      { query: {}, body: { eventId: at.id, ticketType: general.id, ...person(), ...body } },
      { as, ...(key !== undefined && { idempotencyKey: key }) },
    )
  const cancel = (ticketId: string, as: GivenUser = organizer) =>
    server.call(cancelTicket, { params: { id: at.id, ticketId }, body: {} }, { as })
  const stock = () =>
    server.app.db
      .selectFrom('ticket_stock')
      .select(['sold', 'courtesy'])
      .where('type_id', '=', general.id)
      .executeTakeFirstOrThrow()
  const balances = () => sumBalances(server.app, { eventId: at.id })
  return { company, event: at, general, organizer, make, cancel, stock, balances }
}

const mailsTo = async (recipient: string) => {
  await server.drain()
  await deliverBatches(server.app, 'mail', composeDelivery)
  const rows = await server.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', recipient)
    .execute()
  return rows.map(({ subject }) => subject)
}

describe('what is made', () => {
  test('courtesies cost nothing, take their own stock and the books stay as they were', async () => {
    const { make, stock, balances } = await given()
    const made = await make({ isCourtesy: true, quantity: 3 })
    expect(made).toMatchObject({
      kind: 'courtesy',
      quantity: 3,
      amount: 0,
      courtesyAvailability: { eventCourtesiesRemaining: 97 },
    })
    expect(made.ticketIds).toHaveLength(3)
    expect(await stock()).toEqual({ sold: 0, courtesy: 3 })
    expect(Object.values(await balances()).every((cents) => cents === 0)).toBe(true)
  })

  test('a sale in person is its price without service fee, all of it the company’s, apart in the settlement', async () => {
    const { make, stock, balances, company, organizer } = await given()
    expect(await make({ quantity: 2 })).toMatchObject({ kind: 'in_person', amount: 36_000 })
    expect(await stock()).toEqual({ sold: 2, courtesy: 0 })
    expect(await balances()).toMatchObject({ buyers: -3_600_000, company: 3_600_000, platform: 0, provider: 0 })
    const settlement = await server.call(
      getSettlement,
      { params: { companyId: company.id }, query: {} },
      { as: organizer },
    )
    expect(settlement).toMatchObject({
      totals: { sales: 1, tickets: 2, paidCents: 3_600_000, platformCents: 0, keptCents: 3_600_000 },
      release: { cashCents: 3_600_000, releasedCents: 0, toReleaseCents: 0, undatedCents: 0 },
    })
  })

  test('both paths and the query say the same; both and different is refused', async () => {
    const { event, general, organizer, make } = await given()
    const fields = { eventId: event.id, ticketType: general.id, quantity: 1, ...person() }
    const asked = await server.call(organizerGenerateTicket, { query: fields, body: undefined }, { as: organizer })
    expect(asked.kind).toBe('in_person')
    const twice = server.call(generateTicket, { query: fields, body: { ...fields, quantity: 2 } }, { as: organizer })
    expect(await server.refusal(twice)).toBe('invalid_input')
    const nowhere = server.call(generateTicket, { query: {}, body: { ticketType: general.id } }, { as: organizer })
    expect(await server.refusal(nowhere)).toBe('invalid_input')
    expect(await server.refusal(make({ ticketType: undefined }))).toBe('invalid_input')
    expect(await server.refusal(make({ quantity: 21 }))).toBe('invalid_input')
  })

  test('the short call gives the first type that is only for courtesies', async () => {
    const { event, organizer } = await given()
    const guests = await server.given.ticketType({ event, visibility: 'courtesy', name: 'Invitados' })
    const made = await server.call(
      generateCourtesy,
      { query: { eventId: event.id }, body: person() },
      { as: organizer },
    )
    expect(made).toMatchObject({ kind: 'courtesy', type: { id: guests.id, name: 'Invitados' }, quantity: 1 })
  })

  test('the same key issues once, and another request under it is refused', async () => {
    const { make, stock } = await given()
    const [key, to] = ['una-clave', person()]
    const answers = await Promise.all([make(to, undefined, key), make(to, undefined, key)])
    expect(answers[0]).toEqual(answers[1])
    expect(await stock()).toMatchObject({ sold: 1 })
    expect(await server.refusal(make({ ...to, quantity: 2 }, undefined, key))).toBe('idempotency_mismatch')
  })
})

describe('who gets it', () => {
  test('a stranger’s typed contacts, with one mail that says who invites; the issuer reads no code', async () => {
    const { make } = await given()
    const to = person()
    const made = await make({ ...to, isCourtesy: true })
    expect(made.sentTo.map(({ channel }) => channel)).toContain('mail')
    expect(JSON.stringify(made)).not.toMatch(/code|link|P1\./i)
    const subjects = await mailsTo(to.userEmail)
    expect(subjects.filter((subject) => subject === 'Club Central te invitó a Fiesta Lunar Rosario')).toHaveLength(1)
    const holder = await server.app.db
      .selectFrom('tickets as t')
      .innerJoin('users as u', 'u.id', 't.holder_id')
      .select(['u.state', 'u.mail'])
      .where('t.id', '=', made.ticketIds[0] ?? '')
      .executeTakeFirstOrThrow()
    expect(holder).toEqual({ state: 'pending', mail: to.userEmail })
  })

  test('the person who proved the phone, at their own contacts and not at the typed mail', async () => {
    const { make } = await given()
    const owner = await server.given.user()
    const made = await make({ userName: 'Otra', userPhone: owner.phone, userEmail: 'otra@previa.example' })
    const mine = await server.call(getMyTickets, { query: {} }, { as: owner })
    expect(mine.tickets.map(({ id }) => id)).toEqual(made.ticketIds)
    expect(await mailsTo(owner.mail)).toContain('Tu entrada para Fiesta Lunar Rosario: la compraste en persona')
    expect(await mailsTo('otra@previa.example')).toEqual([])
  })

  test('never a contact that its person only typed', async () => {
    const { make } = await given()
    const half = await server.given.user({ proved: ['phone'] })
    const made = await make({ idUserToSend: half.id, userName: undefined, userPhone: undefined, userEmail: undefined })
    expect(made.sentTo.filter(({ channel }) => channel === 'mail')).toEqual([])
    expect(await mailsTo(half.mail)).toEqual([])
  })

  test('whom it names must be whole and alive', async () => {
    const { make } = await given()
    expect(await server.refusal(make({ userPhone: undefined }))).toBe('missing_person')
    const alone = { userName: undefined, userPhone: undefined, userEmail: undefined }
    expect(await server.refusal(make(alone))).toBe('missing_person')
    const blocked = await server.given.user({ state: 'blocked' })
    expect(await server.refusal(make({ ...alone, idUserToSend: blocked.id }))).toBe('recipient_not_found')
  })

  test('a person under age reads alone that it opens no door; the issuer’s answer is as any other', async () => {
    const { make } = await given({ forbidsMinors: true, minimumAge: 18 })
    const alone = { userName: undefined, userPhone: undefined, userEmail: undefined }
    const codes: (string | null | undefined)[] = []
    for (const birthDate of ['2012-01-01', '1990-01-01']) {
      const owner = await server.given.user({ birthDate })
      expect((await make({ ...alone, idUserToSend: owner.id })).kind).toBe('in_person')
      codes.push((await server.call(getMyTickets, { query: {} }, { as: owner })).tickets[0]?.code)
    }
    expect(codes).toEqual([null, expect.any(String)])
  })

  test('is handed on, and scans like any other', async () => {
    const { make, event } = await given()
    const owner = await server.given.user()
    const { ticketIds } = await make({
      idUserToSend: owner.id,
      userName: undefined,
      userPhone: undefined,
      userEmail: undefined,
      isCourtesy: true,
    })
    const [ticketId = ''] = ticketIds
    const friend = await server.given.user()
    await server.call(transferTicket, { params: { id: ticketId }, body: { toUserId: friend.id } }, { as: owner })
    const [held] = (await server.call(getMyTickets, { query: {} }, { as: friend })).tickets
    const doorman = await server.given.user({ staffOf: event })
    const scan = { params: { ticketId }, body: { eventId: event.id, code: held?.code ?? '', via: 'qr' as const } }
    expect((await server.call(scanTicket, scan, { as: doorman })).ticket.id).toBe(ticketId)
  })
})

describe('what binds', () => {
  test('the event’s limit, with what is left in words', async () => {
    const { make, event } = await given()
    await server.app.db.updateTable('events').set({ courtesy_limit: 3 }).where('id', '=', event.id).execute()
    await make({ isCourtesy: true, quantity: 2 })
    await expect(make({ isCourtesy: true, quantity: 2 })).rejects.toMatchObject({
      status: 409,
      body: {
        code: 'courtesy_limit',
        details: { available: 1, bound: 'event' },
        message: 'Queda 1 cortesía de las 3 que admite este evento',
      },
    })
    expect((await make({ quantity: 5 })).kind).toBe('in_person')
  })

  test('the stock', async () => {
    const { make } = await given({}, { capacity: 2 })
    await expect(make({ isCourtesy: true, quantity: 3 })).rejects.toMatchObject({
      body: { code: 'sold_out', details: { available: 2 } },
    })
    expect(await server.refusal(make({ quantity: 3 }))).toBe('sold_out')
  })

  test.each([
    ['pending', 'event_state'],
    ['cancelled', 'event_state'],
    ['success', 'event_state'],
  ] as const)('an event that is %s', async (state, code) => {
    const { make } = await given({ state })
    expect(await server.refusal(make({}))).toBe(code)
  })

  test('a sale that was closed by hand does not, nor does a paused event', async () => {
    const { make, event } = await given({ state: 'inactive' })
    await server.app.db
      .updateTable('events')
      .set({ sale_closed_at: sql`app_now()` })
      .where('id', '=', event.id)
      .execute()
    expect((await make({})).kind).toBe('in_person')
  })

  test('finance people, and types of other events', async () => {
    const { make, company } = await given()
    const finance = await server.given.user({ memberOf: company, companyRole: 'finance' })
    expect(await server.refusal(make({}, finance))).toBe('company_role_not_allowed')
    const { general } = await given()
    expect(await server.refusal(make({ ticketType: general.id }))).toBe('ticket_type_not_found')
  })

  test('the options say it beforehand', async () => {
    const { event, organizer, general } = await given()
    const options = await server.call(getIssueOptions, { params: { id: event.id } }, { as: organizer })
    expect(options).toMatchObject({
      closed: null,
      ticketTypes: [{ id: general.id, price: 18_000, available: 100, isSold: true }],
      courtesyAvailability: { actualAvailableCourtesies: 100, canGenerateCourtesy: true },
    })
  })
})

describe('cancelling', () => {
  test('gives the courtesy and its place back, once, and the holder reads of it', async () => {
    const { make, cancel, stock } = await given()
    const to = person()
    const [ticketId = ''] = (await make({ ...to, isCourtesy: true })).ticketIds
    expect(await mailsTo(to.userEmail)).toHaveLength(1)
    expect(await cancel(ticketId)).toEqual({ ticketId, amount: 0, givenBackBy: null })
    expect(await stock()).toEqual({ sold: 0, courtesy: 0 })
    expect(await server.refusal(cancel(ticketId))).toBe('ticket_not_valid')
    expect(await mailsTo(to.userEmail)).toContain('Se anuló tu entrada para Fiesta Lunar Rosario')
    expect((await make({ isCourtesy: true })).courtesyAvailability.eventCourtesiesRemaining).toBe(99)
  })

  test('of one sold in person enters what goes back by hand, and leaves the others', async () => {
    const { make, cancel, balances, event, organizer, stock } = await given()
    const { ticketIds } = await make({ quantity: 2 })
    const god = await server.given.user({ isGodAdmin: true })
    const preview = () => server.call(previewMassRefund, { params: { id: event.id } }, { as: god })
    expect(await preview()).toMatchObject({ inPerson: { count: 2, amount: 36_000 }, refundable: { count: 0 } })
    expect(await cancel(ticketIds[0] ?? '', organizer)).toMatchObject({ amount: 18_000 })
    expect(await balances()).toMatchObject({ buyers: -1_800_000, company: 1_800_000 })
    expect(await stock()).toEqual({ sold: 1, courtesy: 0 })
    expect(await preview()).toMatchObject({ inPerson: { count: 1, amount: 18_000 } })
  })

  test('is not for what came from an order, nor for a ticket that entered', async () => {
    const { make, cancel, general } = await given()
    const bought = await server.given.ticket({ type: general })
    expect(await server.refusal(cancel(bought.id))).toBe('ticket_not_cancellable')
    await server.app.db.deleteFrom('tickets').where('id', '=', bought.id).execute()
    const [used = ''] = (await make({})).ticketIds
    await server.app.db
      .updateTable('tickets')
      .set({ state: 'used', used_at: sql`app_now()` })
      .where('id', '=', used)
      .execute()
    expect(await server.refusal(cancel(used))).toBe('ticket_not_valid')
  })
})

test('afterwards every invariant holds', async () => {
  expect(await findBrokenInvariants(server.app)).toEqual([])
})
