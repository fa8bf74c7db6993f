import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decodeTicketCode } from '#contract/values/ticket-code.ts'
import { normaliseTicketNumber } from '#contract/values/ticket-number.ts'
import { inTransaction } from '#server/context.ts'
import { newId, newPublicOrderId } from '#server/shared/ids.ts'
import { ticketCodeHash } from '#server/shared/qr.ts'
import { verifyTicketCode } from '#server/testing/verify-ticket-code.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { forgetKeys, ticketKeys } from './cache.ts'
import { ensureActiveKey } from './ensure-active-key.ts'
import { issueTickets, type IssueOrder } from './issue-tickets.ts'
import { codeWriter, findTickets } from '../queries.ts'

let server: TestApp
let twin: TestApp
let event: { id: string; number: number; companyId: string }
let buyer: GivenUser
let general: { id: string }
let vip: { id: string }
beforeAll(async () => {
  server = await createTestApp()
  twin = await createTestApp({ sharing: server })
})
afterAll(async () => {
  await twin.close()
  await server.close()
})
beforeEach(async () => {
  event = await server.given.event()
  buyer = await server.given.user()
  general = await server.given.ticketType({ event })
  vip = await server.given.ticketType({ event, name: 'VIP', priceCents: 4_000_000 })
})

async function paidOrder(): Promise<IssueOrder> {
  const orderId = newId()
  await server.app.db
    .insertInto('orders')
    .values({
      id: orderId,
      public_id: newPublicOrderId(),
      event_id: event.id,
      company_id: event.companyId,
      buyer_id: buyer.id,
      state: 'paid',
      subtotal_cents: 7_600_000,
      fee_cents: 760_000,
      total_cents: 8_360_000,
      tickets_count: 3,
    })
    .execute()
  const lines = [
    { typeId: general.id, quantity: 2, priceCents: 1_800_000, feeCents: 180_000 },
    { typeId: vip.id, quantity: 1, priceCents: 4_000_000, feeCents: 400_000 },
  ]
  return { orderId, eventId: event.id, buyerId: buyer.id, lines, kind: 'paid' }
}

const issue = async (order: IssueOrder, at = server) => {
  const key = await ensureActiveKey(at.app)
  return inTransaction(at.app, (app) => issueTickets(app, key, order))
}

test('an order gets one ticket per place, with a code that proves itself and a number of its own', async () => {
  const { ticketIds } = await issue(await paidOrder())
  const rows = await findTickets(server.app, ticketIds)
  expect(rows.map((row) => [row.typeName, row.priceCents, row.position, row.ofTotal, row.state])).toEqual([
    ['General', 1_800_000, 1, 3, 'valid'],
    ['General', 1_800_000, 2, 3, 'valid'],
    ['VIP', 4_000_000, 3, 3, 'valid'],
  ])
  expect(rows.map(({ id }) => id)).toEqual(ticketIds)
  const [keys, code] = [await ticketKeys(server.app), await codeWriter(server.app)]
  for (const row of rows) {
    const text = code(row) ?? ''
    expect(verifyTicketCode(text, (id) => keys.get(id)?.publicKey)).toMatchObject({
      eventNumber: event.number,
      ticketId: row.id,
      epoch: 1,
      typePosition: row.typePosition,
    })
    const stored = await server.app.db
      .selectFrom('tickets')
      .select('code_hash')
      .where('id', '=', row.id)
      .executeTakeFirst()
    expect(stored?.code_hash).toEqual(ticketCodeHash(text))
    expect(normaliseTicketNumber(row.number)).toBe(row.number)
  }
  const deliveries = await server.app.db
    .selectFrom('deliveries')
    .select(['channel', 'state', 'group_id'])
    .where('ticket_id', 'in', ticketIds)
    .execute()
  expect(deliveries).toHaveLength(6)
  expect(new Set(deliveries.map((row) => `${row.channel} ${row.group_id} ${row.state}`)).size).toBe(2)
})

test('the same order again, also at once from two processes, has the same tickets (T4)', async () => {
  const order = await paidOrder()
  const first = await issue(order)
  expect(await issue(order)).toEqual(first)
  const other = await paidOrder()
  const attempts = await Promise.allSettled([issue(other), issue(other, twin), issue(other), issue(other, twin)])
  const made = attempts
    .filter((attempt) => attempt.status === 'fulfilled')
    .map((attempt) => attempt.value.ticketIds.join())
  expect(new Set(made).size).toBe(1)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from tickets where order_id = ${other.orderId}`.execute(server.app.db)
  expect(rows[0]?.n).toBe(3)
})

test('what is rolled back leaves no ticket and no delivery, but the key', async () => {
  const order = await paidOrder()
  const key = await ensureActiveKey(server.app)
  const failing = inTransaction(server.app, async (app) => {
    await issueTickets(app, key, order)
    throw new Error('the payment could not be noted')
  })
  await expect(failing).rejects.toThrow('the payment')
  const left = await server.app.db.selectFrom('tickets').select('id').where('order_id', '=', order.orderId).execute()
  expect(left).toEqual([])
  forgetKeys(server.app)
  expect((await issue(order)).ticketIds).toHaveLength(3)
})

test('a number that the event has already is drawn again', async () => {
  const { rows } = await sql<{ taken: number }>`
    select count(*)::int as taken from tickets where event_id = ${event.id}`.execute(server.app.db)
  expect(rows[0]?.taken).toBe(0)
  // Every insert meets a taken number once: the trigger gives the first round one that exists.
  const taken = await server.given.ticket({ type: { id: general.id, eventId: event.id } })
  await sql
    .raw(
      `create sequence draws;
       create function draw_taken() returns trigger language plpgsql as $$
       begin
         if nextval('draws') <= 3 then new.number := '${taken.number}'; end if;
         return new;
       end $$;
       create trigger draw_taken before insert on tickets for each row execute function draw_taken()`,
    )
    .execute(server.app.db)
  try {
    const { ticketIds } = await issue(await paidOrder())
    const numbers = (await findTickets(server.app, ticketIds)).map(({ number }) => number)
    expect(new Set([...numbers, taken.number]).size).toBe(4)
  } finally {
    await sql.raw('drop trigger draw_taken on tickets').execute(server.app.db)
  }
})

test('ids and numbers are random in every part (T3)', async () => {
  const orders = await Promise.all(Array.from({ length: 30 }, () => paidOrder()))
  const ids = (await Promise.all(orders.map((order) => issue(order)))).flatMap(({ ticketIds }) => ticketIds)
  expect(new Set(ids).size).toBe(90)
  // Each of the 128 bits takes both values: none is a version, a time or a counter.
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`))
  const always = bits.reduce((all, bit) => all & bit)
  const never = bits.reduce((any, bit) => any | bit)
  expect([always, never]).toEqual([0n, (1n << 128n) - 1n])
})

test('two processes make one first key between them, and it is sealed', async () => {
  await server.app.db.updateTable('qr_keys').set({ retired_at: server.clock.now() }).execute()
  forgetKeys(server.app)
  forgetKeys(twin.app)
  const keys = await Promise.all([server, twin, server, twin].map(({ app }) => ensureActiveKey(app)))
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
  const row = await server.app.db
    .selectFrom('qr_keys')
    .selectAll()
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(row.private_key_sealed).toMatch(/^v1\./)
  const { ticketIds } = await issue(await paidOrder())
  const [ticket] = await findTickets(server.app, ticketIds)
  const code = await codeWriter(server.app)
  expect(ticket && decodeTicketCode(code(ticket) ?? '')?.keyId).toBe(row.id)
})
