/** What promoters give, sell and cancel by hand, and what binds them (rules R12.3 to R12.5). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmSettlement, settlePromoter } from '#contract/events/commissions.ts'
import { cancelTicket, generateTicket } from '#contract/sales/box-office.ts'
import { rrppGenerateTicketToo } from '#contract/sales/box-office-promoters.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { sumBalances } from '#server/modules/ledger/queries-balances.ts'
import { deliverBatches } from '#server/modules/notifications/deliver-batches.ts'
import { composeDelivery } from '#server/modules/tickets/delivery/compose-delivery.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { EventLiteral } from '#server/testing/given.ts'
import { givenPromoting, newPerson as person, type GivenPart } from '#server/testing/promoting.ts'
import { textsAt } from '#server/testing/read-inbox.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

/** Cash changes hands: the organizer counts it, the promoter confirms. */
async function handIn({ event, promoter, organizer }: Awaited<ReturnType<typeof given>>, countedCents: number) {
  const params = { id: event.id, rrppId: promoter.id }
  const { id } = await server.call(
    settlePromoter,
    { params, body: { receives: 'organizer', countedCents } },
    { as: organizer },
  )
  await server.call(confirmSettlement, { params: { id } }, { as: promoter })
}

const given = (part: GivenPart = {}, at: EventLiteral = {}) => givenPromoting(server, part, at)
const deliver = async () => {
  await server.drain()
  await deliverBatches(server.app, 'mail', composeDelivery)
}
const refused = (call: Promise<unknown>) => server.refusal(call)

describe('a courtesy', () => {
  test('goes to the typed contacts, is one, and takes a use; the answer has them masked and no code', async () => {
    const { make, options } = await given()
    const to = person()
    const made = await make(to)
    expect(made).toMatchObject({
      kind: 'courtesy',
      quantity: 1,
      amount: 0,
      type: { name: 'Lista' },
      courtesyAvailability: {
        rrppCourtesiesAvailable: 9,
        actualAvailableCourtesies: 9,
        eventFreeTicketsAvailable: 100,
      },
    })
    expect(JSON.stringify(made)).not.toContain(to.userEmail)
    expect(JSON.stringify(made)).not.toContain(to.userPhone)
    expect(await options()).toMatchObject({
      promo: { remainingUses: 9, maxUses: 10, isActive: true },
      courtesyAvailability: { canGenerateCourtesy: true, limitations: { hasRRPPLimit: true } },
      closed: null,
    })
  })

  test('by both addresses, in the query too; without a type the first that is given', async () => {
    const { event, promoter, free } = await given()
    const query = { eventId: event.id, isCourtesy: true, ...person() }
    const made = await server.call(rrppGenerateTicketToo, { query, body: undefined }, { as: promoter })
    expect(made.type.id).toBe(free.id)
  })

  test('is one for each phone, event and type, however it is written and whoever gave it; not once it was cancelled', async () => {
    const { make, cancel, event, free, paid, organizer } = await given()
    const to = person()
    const { ticketIds } = await make(to)
    const spelled = { ...to, userPhone: to.userPhone.replace('+549', '0'), userEmail: 'otro@previa.example' }
    await expect(make(spelled)).rejects.toMatchObject({
      status: 409,
      body: {
        code: 'courtesy_taken',
        message: 'Ya existe una entrada de tipo Lista para este número de WhatsApp',
      },
    })
    expect((await make({ ...to, ticketType: paid.id })).kind).toBe('courtesy')
    await cancel(ticketIds[0] ?? '')
    expect((await make(to)).kind).toBe('courtesy')
    const other = person()
    const body = { eventId: event.id, ticketType: free.id, isCourtesy: true, quantity: 2, ...other }
    await server.call(generateTicket, { query: {}, body }, { as: organizer })
    expect(await refused(make(other))).toBe('courtesy_taken')
  })

  test('is one for each account that the contacts lead to, whatever the phone; none to oneself, by either contact', async () => {
    const { make, promoter } = await given()
    const known = await server.given.user({ name: 'Carla Ríos' })
    const mail = { userEmail: known.mail ?? '' }
    await make(mail)
    expect(await refused(make(mail))).toBe('courtesy_taken')
    for (const own of [{ userPhone: promoter.phone ?? '' }, { userEmail: promoter.mail ?? '' }])
      expect(await refused(make(own))).toBe('issued_to_self')
  })

  test('is one for each mailbox however it is spelled, and none to oneself by an alias', async () => {
    const { make, promoter, event, free, organizer } = await given()
    await server.app.db
      .updateTable('users')
      .set({ mail: 'lautaro.paz@gmail.com' })
      .where('id', '=', promoter.id)
      .execute()
    for (const userEmail of ['lautaropaz@gmail.com', 'lautaro.paz+1@gmail.com', 'l.autaropaz+lista@googlemail.com'])
      expect(await refused(make({ userEmail }))).toBe('issued_to_self')
    await make({ userEmail: 'zulema+1@previa.example' })
    await expect(make({ userEmail: 'zulema+2@previa.example' })).rejects.toMatchObject({
      body: { code: 'courtesy_taken', message: 'Ya existe una entrada de tipo Lista para este mail' },
    })
    // Of an organizer's gift too.
    const body = { eventId: event.id, ticketType: free.id, isCourtesy: true, quantity: 1, ...person() }
    await server.call(
      generateTicket,
      { query: {}, body: { ...body, userEmail: 'ana@previa.example' } },
      { as: organizer },
    )
    expect(await refused(make({ userEmail: 'ana+x@previa.example' }))).toBe('courtesy_taken')
  })

  test('without a type is of one that was granted; where there is none, that is said', async () => {
    const { make, grant, paid } = await given()
    await grant({ allowed_type_ids: [paid.id] })
    expect(await make({ ticketType: undefined })).toMatchObject({ kind: 'courtesy', type: { id: paid.id } })
    await server.app.db
      .updateTable('ticket_types')
      .set({ valid_until: '2020-01-01T00:00:00Z' })
      .where('id', '=', paid.id)
      .execute()
    expect(await refused(make({ ticketType: undefined }))).toBe('type_not_granted')
  })

  test('threat 27: who got no message of a ticket gets none of its end', async () => {
    const { make, cancel } = await given()
    const [early, late] = [person(), person()]
    await cancel((await make(early)).ticketIds[0] ?? '')
    const { ticketIds } = await make(late)
    await deliver()
    await cancel(ticketIds[0] ?? '')
    await deliver()
    expect(await textsAt(server, early.userEmail)).toEqual([])
    expect((await textsAt(server, late.userEmail)).filter((text) => text.includes('Se anuló'))).toHaveLength(1)
  })

  test('needs the person whole', async () => {
    const { make } = await given()
    await expect(make({ userEmail: undefined })).rejects.toMatchObject({
      status: 400,
      body: { code: 'missing_user_data', message: 'Faltan datos del usuario' },
    })
    expect(await refused(make({ userPhone: '12345678' }))).toBe('invalid_phone')
  })

  test('the same key gives once', async () => {
    const { make, options } = await given()
    const to = person()
    const [one, two] = await Promise.all([make(to, undefined, 'fila-1'), make(to, undefined, 'fila-1')])
    expect(one).toEqual(two)
    expect((await options()).promo.remainingUses).toBe(9)
  })
})

describe('what binds', () => {
  test.each<[string, GivenPart, string, string]>([
    ['no uses', { max_uses: 0 }, 'courtesy_limit', 'El organizador todavía no te dio cortesías en este evento'],
    ['a paused part', { is_active: false }, 'promo_inactive', 'El organizador pausó tu lista en este evento'],
    ['a closed list', { closes_at: '2020-01-01T00:00:00Z' }, 'list_closed', 'Tu lista de este evento ya cerró'],
  ])('%s', async (_what, part, code, message) => {
    const { make } = await given(part)
    await expect(make()).rejects.toMatchObject({ body: { code, message } })
  })

  test('a type that was not granted, sales that were not, and what was used up', async () => {
    const { make, sell, grant, paid } = await given({ max_uses: 1 })
    await grant({ allowed_type_ids: [paid.id], can_sell_in_person: false })
    expect(await refused(make())).toBe('type_not_granted')
    expect(await refused(sell())).toBe('sale_not_granted')
    await make({ ticketType: paid.id })
    await expect(make({ ticketType: paid.id })).rejects.toMatchObject({
      body: { code: 'courtesy_limit', message: 'Ya usaste tu cortesía de este evento' },
    })
  })

  test.each(['pending', 'cancelled', 'success'] as const)('an event that is %s', async (state) => {
    const { make } = await given({}, { state })
    expect(await refused(make())).toBe('event_state')
  })

  test('only the assigned promoter; a person who was taken off meanwhile no longer', async () => {
    const { make, event, promoter } = await given()
    const others = [
      await server.given.user({ staffOf: await server.given.event(), staffKind: 'RRPP' }),
      await server.given.user({ memberOf: await server.given.company() }),
    ]
    expect(await refused(make({}, others[0]))).toBe('event_not_found')
    expect(await refused(make({}, others[1]))).toBe('forbidden')
    await make()
    // Past the session's memory: the act itself asks.
    await server.app.db.deleteFrom('event_staff').where('user_id', '=', promoter.id).execute()
    expect(['event_not_found', 'forbidden']).toContain(await refused(make({ eventId: event.id })))
  })

  test('a god admin without a part issues within the event’s limits', async () => {
    const { make } = await given({ max_uses: 0 })
    const god = await server.given.user({ isGodAdmin: true })
    expect((await make({}, god)).courtesyAvailability.rrppCourtesiesAvailable).toBeNull()
  })
})

describe('a sale in person', () => {
  test('has no fee, and its price is the promoter’s debt', async () => {
    const { sell, event, options, promoId } = await given()
    expect(await sell()).toMatchObject({ kind: 'in_person', amount: 18_000 })
    expect(await sumBalances(server.app, { eventId: event.id })).toMatchObject({
      buyers: -1_800_000,
      company: 0,
      promoter_cash: 1_800_000,
      platform: 0,
    })
    expect(await options()).toMatchObject({ debtCents: 1_800_000, cashLeftCents: null, promo: { remainingUses: 10 } })
    const entries = server.app.db
      .selectFrom('ledger_entries')
      .select(['kind', 'promo_id'])
      .where('event_id', '=', event.id)
    expect(await entries.orderBy('id').execute()).toEqual([
      { kind: 'sale', promo_id: promoId },
      { kind: 'promoter_cash', promo_id: promoId },
    ])
  })

  test('that would raise the debt over its limit is refused, with what remains', async () => {
    const { sell, options } = await given({ debt_limit_cents: 2_500_000 })
    await sell()
    await expect(sell()).rejects.toMatchObject({
      status: 409,
      body: {
        code: 'debt_limit',
        details: { remainingCents: 700_000 },
        message: 'Hasta rendir lo que cobraste podés vender por $7.000 más',
      },
    })
    expect(await options()).toMatchObject({ cashLeftCents: 700_000 })
  })

  test('is cancelled by the organizer alone, and is no longer owed', async () => {
    const { sell, cancel, event, organizer, options } = await given({ debt_limit_cents: 1_800_000 })
    const [ticketId = ''] = (await sell()).ticketIds
    expect(await refused(sell())).toBe('debt_limit')
    expect(await refused(cancel(ticketId))).toBe('sale_needs_organizer')
    expect(await options()).toMatchObject({ debtCents: 1_800_000 })
    const answer = await server.call(cancelTicket, { params: { id: event.id, ticketId }, body: {} }, { as: organizer })
    expect(answer).toEqual({ ticketId, amount: 18_000, givenBackBy: 'promoter' })
    expect(await options()).toMatchObject({ debtCents: 0, cashLeftCents: 1_800_000 })
    expect(Object.values(await sumBalances(server.app, { eventId: event.id })).every((cents) => cents === 0)).toBe(true)
    await sell()
  })
})

describe('a cancelled sale whose cash was handed in', () => {
  test('is given back by the company: the promoter owes nothing and is owed nothing', async () => {
    const all = await given()
    const { sell, event, organizer, options } = all
    const [[one = ''], [other = '']] = [(await sell()).ticketIds, (await sell()).ticketIds]
    // More than one ticket's price stays in the promoter's hands.
    await handIn(all, 1_900_000)
    const undo = (ticketId: string) =>
      server.call(cancelTicket, { params: { id: event.id, ticketId }, body: {} }, { as: organizer })
    expect(await undo(one)).toMatchObject({ givenBackBy: 'company' })
    expect(await options()).toMatchObject({ debtCents: 1_700_000 })
    await handIn(all, 1_700_000)
    expect(await undo(other)).toMatchObject({ givenBackBy: 'company' })
    expect(await options()).toMatchObject({ debtCents: 0 })
    expect(await sumBalances(server.app, { eventId: event.id })).toMatchObject({
      promoter_cash: 0,
      company: 0,
      buyers: 0,
    })
  })

  test('not by a member of the company who sold it as a promoter', async () => {
    const { event, company, paid, make } = await given()
    const both = await server.given.user({
      memberOf: company,
      companyRole: 'manager',
      staffOf: event,
      staffKind: 'RRPP',
    })
    const promoId = await ensurePromo(server.app, event.id, both.id)
    await server.app.db.updateTable('promos').set({ can_sell_in_person: true }).where('id', '=', promoId).execute()
    const [ticketId = ''] = (await make({ ticketType: paid.id, isCourtesy: false }, both)).ticketIds
    const call = server.call(cancelTicket, { params: { id: event.id, ticketId }, body: {} }, { as: both })
    expect(await refused(call)).toBe('own_promoter')
  })
})

describe('cancelling one’s own', () => {
  test('not once its holder handed it on', async () => {
    const { make, cancel, organizer, event } = await given()
    const [ticketId = ''] = (await make()).ticketIds
    const { id: friend } = await server.given.user()
    await sql`
      with gone as (
        insert into ticket_transfers (id, ticket_id, from_id, to_id, epoch)
        select gen_random_uuid(), t.id, t.holder_id, ${friend}, t.epoch + 1 from tickets t where t.id = ${ticketId})
      update tickets set holder_id = ${friend}, transfers = 1, epoch = epoch + 1 where id = ${ticketId}`.execute(
      server.app.db,
    )
    expect(await refused(cancel(ticketId))).toBe('ticket_handed_on')
    const answer = await server.call(cancelTicket, { params: { id: event.id, ticketId }, body: {} }, { as: organizer })
    expect(answer).toEqual({ ticketId, amount: 0, givenBackBy: null })
  })

  test('gives the use back once; not of others, and not once it entered', async () => {
    const { make, cancel, options, event, organizer, free } = await given({ max_uses: 1 })
    const [ticketId = ''] = (await make()).ticketIds
    const colleague = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
    expect(await refused(cancel(ticketId, colleague))).toBe('ticket_not_found')
    await cancel(ticketId)
    expect((await options()).promo.remainingUses).toBe(1)
    expect(await refused(cancel(ticketId))).toBe('ticket_not_valid')
    const body = { eventId: event.id, ticketType: free.id, isCourtesy: true, ...person() }
    const { ticketIds } = await server.call(generateTicket, { query: {}, body }, { as: organizer })
    expect(await refused(cancel(ticketIds[0] ?? ''))).toBe('ticket_not_found')
    const [used = ''] = (await make()).ticketIds
    const entered = { state: 'used' as const, used_at: sql<string>`app_now()` }
    await server.app.db.updateTable('tickets').set(entered).where('id', '=', used).execute()
    expect(await refused(cancel(used))).toBe('ticket_not_valid')
    expect((await options()).promo.remainingUses).toBe(0)
  })
})

test('afterwards every invariant holds', async () => {
  expect(await findBrokenInvariants(server.app)).toEqual([])
})
