/** Invariant T2: whatever happens to a ticket at one moment, one of it happens; and the proof can fail. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanTicket } from '#contract/sales/scanning.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenTicket, GivenUser } from '#server/testing/given.ts'
import { tries } from '#server/testing/tries.ts'
import { newId, newPublicOrderId } from '#server/shared/ids.ts'
import { isBeingRefunded } from '../queries.ts'
import { revokeTickets } from '../revoke-tickets.ts'
import { handOver } from '../store.ts'

let server: TestApp
let twin: TestApp
let event: { id: string; companyId: string }
let type: { id: string; eventId: string }
let scanner: GivenUser
let receivers: [GivenUser, GivenUser]
beforeAll(async () => {
  server = await createTestApp()
  twin = await createTestApp({ sharing: server })
  event = await server.given.event({ startsInHours: 1 })
  type = await server.given.ticketType({ event })
  scanner = await server.given.user({ staffOf: event })
  receivers = [await server.given.user(), await server.given.user()]
})
afterAll(async () => {
  await twin.close()
  await server.close()
})

interface Bought {
  readonly giver: GivenUser
  readonly ticket: GivenTicket
  readonly orderId: string
}

/** A ticket of a paid order, held by a person who transferred nothing today. */
async function bought(): Promise<Bought> {
  const giver = await server.given.user()
  const ticket = await server.given.ticket({ type, holder: giver })
  const orderId = newId()
  await server.app.db
    .insertInto('orders')
    .values({
      id: orderId,
      public_id: newPublicOrderId(),
      event_id: event.id,
      company_id: event.companyId,
      buyer_id: giver.id,
      state: 'paid',
      subtotal_cents: 1_800_000,
      fee_cents: 0,
      total_cents: 1_800_000,
      paid_cents: 1_800_000,
      tickets_count: 1,
    })
    .execute()
  await server.app.db.updateTable('tickets').set({ order_id: orderId }).where('id', '=', ticket.id).execute()
  return { giver, ticket, orderId }
}

const codeOf = (error: { body?: { code: string } }) => error.body?.code ?? String(error)

async function everythingAtOnce({ giver, ticket }: Bought, withRefund: boolean) {
  const transferTo = (process: TestApp, receiver: GivenUser) =>
    process
      .call(transferTicket, { params: { id: ticket.id }, body: { toUserId: receiver.id } }, { as: giver })
      .then(() => 'done', codeOf)
  const [toA, toB, scanned, revoked] = await Promise.all([
    transferTo(server, receivers[0]),
    transferTo(twin, receivers[1]),
    server
      .call(
        scanTicket,
        { params: { ticketId: ticket.id }, body: { eventId: event.id, code: ticket.code, via: 'qr' } },
        { as: scanner },
      )
      .then(() => 'done', codeOf),
    withRefund
      ? revokeTickets(twin.app, [ticket.id]).then((lines) => (lines.length > 0 ? 'done' : 'nothing'))
      : 'nothing',
  ])
  const { rows } = await sql<{ state: string; epoch: number; holder: string; transfers: number; recorded: number }>`
    select t.state, t.epoch, t.holder_id as holder, t.transfers,
           (select count(*)::int from ticket_transfers x where x.ticket_id = t.id) as recorded
      from tickets t where t.id = ${ticket.id}`.execute(server.app.db)
  const row = rows[0]
  if (!row) throw new Error('The ticket is gone')
  const codes = [toA, toB, scanned, revoked]
  return { toA, toB, scanned, revoked, row, codes, wins: [toA, toB, scanned].filter((code) => code === 'done').length }
}

test('to A, to B and the door: one of them gets it, and the epoch says which', async () => {
  for (let round = 0; round < tries(4, 500); round += 1) {
    const all = await Promise.all(Array.from({ length: 6 }, bought))
    await server.advance({ seconds: 2 })
    for (const { toA, toB, scanned, row, codes, wins } of await Promise.all(
      all.map((each) => everythingAtOnce(each, false)),
    )) {
      expect(wins, codes.join()).toBe(1)
      const transfers = scanned === 'done' ? 0 : 1
      expect(row).toMatchObject({ epoch: 1 + transfers, transfers, recorded: transfers })
      expect(row.state).toBe(scanned === 'done' ? 'used' : 'valid')
      if (toA === 'done') expect(row.holder).toBe(receivers[0].id)
      if (toB === 'done') expect(row.holder).toBe(receivers[1].id)
      for (const code of [toA, toB]) expect(['done', 'ticket_not_valid', 'ticket_not_found']).toContain(code)
      expect(['done', 'invalid_qr_code', 'ticket_inactive']).toContain(scanned)
    }
  }
})

test('and its refund: no ticket is both used and refunded, or transferred after its end', async () => {
  for (let round = 0; round < tries(4, 500); round += 1) {
    const all = await Promise.all(Array.from({ length: 6 }, bought))
    await server.advance({ seconds: 2 })
    for (const { scanned, revoked, row, codes, wins } of await Promise.all(
      all.map((each) => everythingAtOnce(each, true)),
    )) {
      // Money that is gone takes the ticket from its present holder, but never from a person who is in.
      expect(wins, codes.join()).toBeLessThanOrEqual(1)
      expect(scanned === 'done' && revoked === 'done').toBe(false)
      expect(wins + (revoked === 'done' ? 1 : 0)).toBeGreaterThanOrEqual(1)
      expect(row.state).toBe(scanned === 'done' ? 'used' : revoked === 'done' ? 'refunded' : 'valid')
      expect(row).toMatchObject({ epoch: 1 + row.transfers, recorded: row.transfers })
    }
  }
})

test('a refund that was asked for keeps the ticket where it is', async () => {
  const { giver, ticket, orderId } = await bought()
  const paymentId = newId()
  await server.app.db
    .insertInto('payments')
    .values({
      id: paymentId,
      order_id: orderId,
      provider_payment_id: newId(),
      status: 'approved',
      amount_cents: 1_800_000,
      currency: 'ARS',
      last_updated_at: sql`app_now()`,
    })
    .execute()
  const refund = {
    order_id: orderId,
    payment_id: paymentId,
    amount_cents: 1_800_000,
    source: 'organizer',
    provider_key: newId(),
  }
  await server.app.db
    .insertInto('refunds')
    .values({ ...refund, id: newId(), state: 'approved' })
    .execute()
  const call = server.call(
    transferTicket,
    { params: { id: ticket.id }, body: { toUserId: receivers[0].id } },
    { as: giver },
  )
  expect(await server.refusal(call)).toBe('ticket_refunding')
})

test('what keeps a ticket for its refund is the same when it is asked and when it is handed over', async () => {
  const { giver, ticket, orderId } = await bought()
  const paymentId = newId()
  await server.app.db
    .insertInto('payments')
    .values({
      id: paymentId,
      order_id: orderId,
      provider_payment_id: newId(),
      status: 'approved',
      amount_cents: 1_800_000,
      currency: 'ARS',
      last_updated_at: sql`app_now()`,
    })
    .execute()
  const open = ['requested', 'approved', 'processing']
  const states = [...open, 'completed', 'failed', 'rejected', 'external']
  const boughtNothing = ['late_payment', 'wrong_payment']
  const sources = [...boughtNothing, 'buyer_regret', 'organizer', 'event_cancelled', 'god_mass', 'chargeback']
  const cases = states.flatMap((state) =>
    sources.flatMap((source) => [null, ticket.id, newId()].map((of) => ({ state, source, ticket_id: of }))),
  )
  const undo = new Error('undo')
  for (const refund of cases) {
    const kept = open.includes(refund.state) && !boughtNothing.includes(refund.source)
    const expected = kept && (refund.ticket_id === null || refund.ticket_id === ticket.id)
    const attempt = server.app.db.transaction().execute(async (db) => {
      await db
        .insertInto('refunds')
        .values({
          ...refund,
          id: newId(),
          order_id: orderId,
          payment_id: paymentId,
          amount_cents: 1,
          provider_key: newId(),
        })
        .execute()
      const app = { ...server.app, db }
      expect(await isBeingRefunded(app, ticket.id), JSON.stringify(refund)).toBe(expected)
      const over = {
        transferId: newId(),
        ticketId: ticket.id,
        giverId: giver.id,
        receiverId: receivers[0].id,
        fromEpoch: 1,
      }
      const done = await handOver(app, { ...over, codeHash: Buffer.alloc(32, 1), limit: 3, origin: undefined })
      expect(done, JSON.stringify(refund)).toBe(!expected)
      throw undo
    })
    await expect(attempt).rejects.toBe(undo)
  }
})

test('a receiver whose account closes at this moment gets nothing any more', async () => {
  const { giver, ticket } = await bought()
  const receiver = await server.given.user()
  let answer: Promise<string> | undefined
  await twin.app.db.transaction().execute(async (trx) => {
    await sql`update users set state = 'blocked' where id = ${receiver.id}`.execute(trx)
    const call = server.call(
      transferTicket,
      { params: { id: ticket.id }, body: { toUserId: receiver.id } },
      { as: giver },
    )
    answer = call.then(() => 'done', codeOf)
    await expect.poll(waitingTransfers, { timeout: 5000, interval: 20 }).toBe(1)
  })
  expect(await answer).toBe('recipient_not_found')
})

/** How many transfers wait for another's lock. */
async function waitingTransfers(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%tickets_transfer(%'`.execute(
    server.app.db,
  )
  return rows[0]?.waiting ?? 0
}

test('control: with the guard taken out of the database, two people get the same ticket', async () => {
  // In this file's own database: the update no longer asks who holds it, in which state and epoch.
  await sql`alter table ticket_transfers drop constraint ticket_transfers_ticket_id_epoch_key`.execute(server.app.db)
  await sql
    .raw(
      `create or replace function tickets_transfer(transfer uuid, ticket uuid, giver uuid, receiver uuid, from_epoch int,
         next_hash bytea, most int, ip text, request text) returns boolean language plpgsql as $$
       begin
         perform pg_sleep(0.01);
         update tickets t set holder_id = receiver, epoch = t.epoch + 1, code_hash = next_hash where t.id = ticket;
         insert into ticket_transfers (id, ticket_id, from_id, to_id, epoch)
         values (transfer, ticket, giver, receiver, from_epoch + 1);
         return true;
       end $$`,
    )
    .execute(server.app.db)
  // The reads before the update would hide it when one call ends before the other begins: each waits a moment between the two.
  let most = 0
  for (let round = 0; round < 20 && most < 2; round += 1) {
    const all = await Promise.all(Array.from({ length: 6 }, bought))
    await server.advance({ seconds: 2 })
    for (const { wins } of await Promise.all(all.map((each) => everythingAtOnce(each, false)))) {
      most = Math.max(most, wins)
    }
  }
  expect(most).toBeGreaterThan(1)
  // Nor does its replacement leave a row.
  expect(await server.held.problems()).toContainEqual(expect.stringContaining('left no audit row'))
})
