/** A request from its first click to the empty account; and what must not be possible on the way. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, onTestFinished } from 'vitest'
import { addDays, toLocalDate } from '#contract/values/dates.ts'
import { getProfile, login } from '#contract/accounts/accounts.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import {
  cancelDeletion,
  getDeletion,
  getMyDeletions,
  listDeletions,
  requestDeletion,
  resolveDeletion,
} from '#contract/accounts/privacy.ts'
import { brand } from '#contract/platform/brand.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { hashPassword } from '#server/modules/accounts/password/password.ts'
import { newId } from '#server/shared/ids.ts'
import type { Refused } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'

let server: SellingApp
let legal: GivenUser
let passwordHash: string
const password = 'una-clave-larga'
beforeAll(async () => {
  server = await createSellingApp()
  legal = await server.given.user({ isLegal: true, name: 'Laura Legales' })
  passwordHash = await hashPassword(server.app, password)
})
afterAll(() => server.close())

const ask = (person: GivenUser, ticketsGivenUp = 0, reason?: string) =>
  server.call(
    requestDeletion,
    { body: { confirmation: 'ELIMINAR', ticketsGivenUp, ...(reason && { reason }) } },
    { as: person },
  )
/** As a legal account whose password was just proved, at any time of the clock. */
const resolve = async (
  id: string,
  body: { action: 'review' | 'approve' | 'reject'; reason?: string },
  as?: GivenUser,
) => server.call(resolveDeletion, { params: { id }, body }, { as: as ?? (await server.given.user({ isLegal: true })) })
const mine = (person: GivenUser) => server.call(getMyDeletions, undefined, { as: person })
const mails = async (recipient: string) => {
  await server.drain()
  const rows = await server.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}
/** Approved and all done. */
async function deleted(person: GivenUser): Promise<string> {
  const { tickets } = await mine(person)
  const { id } = await ask(person, tickets.length)
  await resolve(id, { action: 'approve' })
  await server.advance({ seconds: 11 })
  await server.drain()
  return id
}
async function freeTickets(buyer: GivenUser, quantity: number, literal = {}) {
  const event = await server.given.event(literal)
  const type = await server.given.ticketType({ event, priceCents: 0, capacity: 10 })
  await server.call(createPurchase, { body: { eventId: event.id, ticketTypeId: type.id, quantity } }, { as: buyer })
  return { event, type }
}
const stateOf = async (id: string) =>
  (await server.app.db.selectFrom('account_deletions').select('state').where('id', '=', id).executeTakeFirst())?.state

describe('asking', () => {
  test('it is pending, due in five working days, notified by mail, and requested once', async () => {
    const person = await server.given.user()
    const begun = server.clock.now()
    server.clock.set('2026-11-20T15:00:00.000Z')
    // The database's clock stays where it was: what follows needs both at one moment.
    onTestFinished(() => server.clock.set(begun))
    const request = await ask(person, 0, '  Ya no salgo.  ')
    expect(request).toMatchObject({ state: 'pending', reason: 'Ya no salgo.', dueOn: '2026-11-30', ticketsGivenUp: 0 })
    expect(await server.refusal(ask(person))).toBe('deletion_open')
    expect((await mine(person)).requests).toEqual([request])
    expect(await mails(person.mail)).toEqual(['Recibimos tu pedido para eliminar la cuenta'])
    const { rows } = await sql<{ action: string; actor: string }>`
      select action, actor_id as actor from audit_rows where object_id = ${request.id}`.execute(server.app.db)
    expect(rows).toEqual([{ action: 'account_deletion.request', actor: person.id }])
    // Late on no day on which this runs: the list below counts what is late.
    const own = server.app.db.updateTable('account_deletions').where('id', '=', request.id)
    await own.set({ due_on: addDays(toLocalDate(begun), 7) }).execute()
  })

  test('twenty at once make one', async () => {
    const person = await server.given.user()
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        ask(person).then(
          () => 'done',
          (error: Refused) => error.body.code,
        ),
      ),
    )
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['done', 'deletion_open']))
  })

  test('it wants the word, the password of this quarter of an hour, and eyes on the tickets', async () => {
    const person = await server.given.user()
    await freeTickets(person, 2)
    const body = { confirmation: 'eliminar', ticketsGivenUp: 2 } as unknown as {
      confirmation: 'ELIMINAR'
      ticketsGivenUp: 2
    }
    expect(await server.refusal(server.call(requestDeletion, { body }, { as: person }))).toBe('invalid_input')
    expect(await server.refusal(ask(person, 1))).toBe('deletion_tickets_changed')
    const { tickets } = await mine(person)
    expect(tickets).toMatchObject([
      { price: 0, canTransfer: true, isOwnPurchase: false },
      { price: 0, canTransfer: true },
    ])
    await server.app.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', person.id).execute()
    await server.advance({ seconds: 6 })
    expect(await server.refusal(ask(person, 2))).toBe('step_up_required')
  })

  test('money on its way, money owed and a company without another owner block it, in words', async () => {
    const company = await server.given.company({ name: 'Club Central' })
    const event = await server.given.event({ company })
    const person = await server.given.user({ memberOf: company })
    const orderId = newId()
    const paymentId = newId()
    const amounts = { subtotal_cents: 500_000, fee_cents: 0, total_cents: 500_000, paid_cents: 500_000 }
    await server.app.db
      .insertInto('orders')
      .values({
        ...amounts,
        id: orderId,
        public_id: newId(),
        event_id: event.id,
        company_id: company.id,
        buyer_id: person.id,
        state: 'in_dispute',
        tickets_count: 1,
      })
      .execute()
    await server.app.db
      .insertInto('payments')
      .values({
        id: paymentId,
        order_id: orderId,
        provider_payment_id: newId(),
        status: 'approved',
        amount_cents: 500_000,
        currency: 'ARS',
        last_updated_at: sql`app_now()`,
      })
      .execute()
    const refund = { order_id: orderId, payment_id: paymentId, amount_cents: 100_000, source: 'organizer' }
    for (const state of ['processing', 'failed']) {
      await server.app.db
        .insertInto('refunds')
        .values({ ...refund, id: newId(), state, provider_key: newId() })
        .execute()
    }
    const { blockers } = await mine(person)
    expect(blockers.map(({ kind }) => kind)).toEqual(['open_refunds', 'money_owed', 'money_owed', 'sole_owner'])
    expect(blockers[0]?.message).toBe('Tenés una devolución en curso por $1.000. Esperá a que termine.')
    expect(blockers[3]?.message).toContain('Club Central')
    const refused = await ask(person).catch((error: unknown) => error as Refused)
    expect(refused).toMatchObject({ status: 409, body: { code: 'deletion_blocked', details: blockers } })
    // An owner who was invited and never entered does not count; another one does.
    await server.given.user({ memberOf: company, state: 'pending' })
    expect((await mine(person)).blockers.map(({ kind }) => kind)).toContain('sole_owner')
    await server.given.user({ memberOf: company })
    await sql`delete from refunds where order_id = ${orderId}`.execute(server.app.db)
    await sql`delete from payments where id = ${paymentId}`.execute(server.app.db)
    await sql`delete from orders where id = ${orderId}`.execute(server.app.db)
    expect((await mine(person)).blockers.map(({ kind }) => kind)).not.toContain('sole_owner')
  })
})

describe('cancelling', () => {
  test('while it is pending; afterwards it is too late, and no other person may', async () => {
    const person = await server.given.user()
    const { id } = await ask(person)
    const other = await server.given.user()
    const cancel = (as: GivenUser) => server.call(cancelDeletion, { params: { id } }, { as })
    expect(await server.refusal(cancel(other))).toBe('not_found')
    await cancel(person)
    expect(await stateOf(id)).toBe('cancelled')
    expect(await server.refusal(cancel(person))).toBe('deletion_not_pending')
    expect(await mails(person.mail)).toContain('Cancelaste la eliminación de tu cuenta')
    const again = await ask(person)
    await resolve(again.id, { action: 'review' })
    expect(await server.refusal(server.call(cancelDeletion, { params: { id: again.id } }, { as: person }))).toBe(
      'deletion_not_pending',
    )
  })

  test('or approving: one of them wins', async () => {
    for (let round = 0; round < 6; round += 1) {
      const person = await server.given.user()
      const { id } = await ask(person)
      const [cancelled, approved] = await Promise.allSettled([
        server.call(cancelDeletion, { params: { id } }, { as: person }),
        resolve(id, { action: 'approve' }),
      ])
      expect([cancelled.status, approved.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await stateOf(id)).toBe(cancelled.status === 'fulfilled' ? 'cancelled' : 'in_review')
    }
    await server.advance({ seconds: 11 })
    await server.drain()
  })
})

describe('deciding', () => {
  test('a rejection says why, by mail and on the screen', async () => {
    const person = await server.given.user()
    const { id } = await ask(person)
    expect(await server.refusal(resolve(id, { action: 'reject' }))).toBe('deletion_reason_required')
    const reason = 'Falta que cierres la rendición del último evento.'
    expect(await resolve(id, { action: 'reject', reason })).toEqual({ id, state: 'rejected', isProcessing: false })
    expect((await mine(person)).requests[0]).toMatchObject({ state: 'rejected', rejectionReason: reason })
    expect(await mails(person.mail)).toContain('No pudimos eliminar tu cuenta')
    expect(await server.refusal(resolve(id, { action: 'approve' }))).toBe('deletion_resolved')
    await ask(person)
  })

  test('no person decides about themselves, and new blockers are checked again', async () => {
    const god = await server.given.user({ isGodAdmin: true })
    const own = await ask(god)
    expect(await server.refusal(resolve(own.id, { action: 'approve' }, god))).toBe('own_deletion')
    expect(await server.refusal(resolve(newId(), { action: 'approve' }))).toBe('not_found')
    const company = await server.given.company()
    const person = await server.given.user({ memberOf: company })
    const { id } = await ask(person)
    await server.given.event({ company })
    expect(await server.refusal(resolve(id, { action: 'approve' }))).toBe('deletion_blocked')
    expect(await stateOf(id)).toBe('pending')
  })

  test('the list filters, sorts and pages, marks what is late, and masks contacts for legal alone', async () => {
    const god = await server.given.user({ isGodAdmin: true })
    const person = await server.given.user({
      name: 'Ñandú Pérez',
      phone: '+5491150001234',
      mail: 'nandu@previa.example',
    })
    const { id } = await ask(person)
    const list = (query: object, as = legal) => server.call(listDeletions, { query }, { as })
    const found = await list({ search: 'nandu perez' })
    expect(found.requests).toMatchObject([
      { id, isOverdue: false, person: { mail: 'n***@previa.example', phone: '+54 9 11 ****-1234' } },
    ])
    expect((await list({ search: 'nandu' }, god)).requests[0]?.person.mail).toBe('nandu@previa.example')
    await server.app.db.updateTable('account_deletions').set({ due_on: '2020-01-02' }).where('id', '=', id).execute()
    const late = await list({ state: 'overdue' })
    expect(late).toMatchObject({ requests: [{ id, isOverdue: true }], totalOverdue: 1 })
    expect((await list({ state: 'open', limit: 2 })).requests[0]?.id).toBe(id)
    const dates = (await list({ state: 'open', sort: 'requestedAt', order: 'desc' })).requests.map(
      (row) => row.requestedAt,
    )
    expect(dates).toEqual(dates.toSorted().toReversed())
    const detail = await server.call(getDeletion, { params: { id } }, { as: legal })
    expect(detail).toMatchObject({ id, roles: ['CLIENT'], blockers: [], tickets: [] })
    await server.app.queue.runJob(server.app, 'privacy.alarm-overdue')
    await server.app.queue.runJob(server.app, 'privacy.alarm-overdue')
    const alarms = (await mails(brand.supportMail)).filter((subject) => subject.includes('vencidas: 1'))
    expect(alarms.length).toBeGreaterThan(0)
    await resolve(id, { action: 'reject', reason: 'Se prueba otra cosa.' })
  })
})

describe('approved', () => {
  test('the account no longer signs in, tickets are given up with their places, staff and company are left', async () => {
    const company = await server.given.company()
    const person = await server.given.user({
      passwordHash,
      memberOf: company,
      companyRole: 'finance',
      staffOf: await server.given.event(),
    })
    const { type } = await freeTickets(person, 3)
    const stock = () =>
      server.app.db.selectFrom('ticket_stock').select('sold').where('type_id', '=', type.id).executeTakeFirstOrThrow()
    expect(await stock()).toEqual({ sold: 3 })
    const { id } = await ask(person, 3)
    await resolve(id, { action: 'approve' })
    // At once, before any job.
    expect(await server.refusal(server.call(getProfile, undefined, { as: person }))).toBe('session_expired')
    expect(await server.refusal(server.call(login, { body: { phone: person.phone, password } }))).toBe(
      'wrong_credentials',
    )
    await server.advance({ seconds: 11 })
    await server.drain()
    expect(await stateOf(id)).toBe('completed')
    expect(await stock()).toEqual({ sold: 0 })
    const left = await server.app.db.selectFrom('tickets').select('state').where('holder_id', '=', person.id).execute()
    expect(left.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    for (const table of ['event_staff', 'company_members', 'user_roles', 'user_identities'] as const) {
      expect(await server.app.db.selectFrom(table).selectAll().where('user_id', '=', person.id).execute()).toEqual([])
    }
    expect(await mails(person.mail)).toContain('Tu cuenta quedó eliminada')
    expect(await findBrokenInvariants(server.app)).toEqual([])
    // The phone is free for a new person.
    await server.given.user({ phone: person.phone, mail: person.mail })
  })

  test('a purchase under way makes it wait, and is given up too', async () => {
    const person = await server.given.user()
    const event = await server.given.event()
    const type = await server.given.ticketType({ event })
    const { id } = await ask(person)
    await server.call(
      createPurchase,
      { body: { eventId: event.id, ticketTypeId: type.id, quantity: 1 } },
      { as: person },
    )
    await resolve(id, { action: 'approve' })
    await server.advance({ seconds: 11 })
    await server.drain()
    expect(await stateOf(id)).toBe('in_review')
    await server.advance({ minutes: 20 })
    await server.app.queue.runJob(server.app, 'checkout.expire-orders')
    await server.drain()
    expect(await stateOf(id)).toBe('completed')
  })

  test('a purchase that was sent to pay and given up makes it wait no longer than its hold', async () => {
    const { eventId, typeId } = await server.givenSale()
    const person = await server.given.user()
    const { id } = await ask(person)
    await server.preferenceOf(await server.buy(person, typeId, eventId))
    await server.advance({ minutes: 17 })
    await server.app.queue.runJob(server.app, 'checkout.expire-orders')
    await resolve(id, { action: 'approve' })
    await server.advance({ seconds: 11 })
    await server.drain()
    expect(await stateOf(id)).toBe('completed')
  })

  test('the last owner of an empty company may go', async () => {
    const person = await server.given.user({ memberOf: await server.given.company() })
    expect(await stateOf(await deleted(person))).toBe('completed')
  })

  test('a mail host that is away keeps whom it is for, and no address stays behind after a week', async () => {
    const person = await server.given.user()
    const away = {
      ...server.app,
      vendors: {
        ...server.app.vendors,
        email: { ...server.app.vendors.email, send: () => Promise.reject(new Error('away')) },
      },
    }
    const { id } = await ask(person)
    await server.drain()
    await resolve(id, { action: 'approve' })
    await server.advance({ seconds: 11 })
    await server.app.queue.runJob(away, 'privacy.process-deletions')
    await server.app.queue.drain(away)
    const sealed = () =>
      server.app.db.selectFrom('account_deletions').select('farewell_sealed').where('id', '=', id).executeTakeFirst()
    expect((await sealed())?.farewell_sealed).not.toBeNull()
    await server.advance({ hours: 24 * 7 + 1 })
    await server.app.queue.runJob(server.app, 'privacy.sweep')
    expect(await sealed()).toEqual({ farewell_sealed: null })
  })
})
