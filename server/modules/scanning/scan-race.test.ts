/** Invariant D1: however many gates and processes scan a ticket at once, it goes in once; and the proof can fail. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanTicket } from '#contract/sales/scanning.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { tries } from '#server/testing/tries.ts'
import type { GivenTicket, GivenUser } from '#server/testing/given.ts'

let server: TestApp
let twin: TestApp
let event: { id: string }
let type: { id: string; eventId: string }
let gates: GivenUser[]
beforeAll(async () => {
  server = await createTestApp()
  twin = await createTestApp({ sharing: server })
  event = await server.given.event({ startsInHours: 1 })
  type = await server.given.ticketType({ event })
  gates = await Promise.all(Array.from({ length: 10 }, () => server.given.user({ staffOf: event })))
})
afterAll(async () => {
  await twin.close()
  await server.close()
})

const gate = (index: number) => gates[index % gates.length] ?? { token: '' }

/** Scans `ticket` at once from every gate through both processes; gives the codes that came back. */
async function scanEverywhere(ticket: GivenTicket, times: number, nonce?: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: times }, (_, index) => {
      const byNumber = index % 5 === 4
      const input = byNumber
        ? { params: { ticketId: ticket.number }, body: { eventId: event.id, via: 'typed', nonce } }
        : { params: { ticketId: ticket.id }, body: { eventId: event.id, code: ticket.code, via: 'qr', nonce } }
      const process = index % 2 === 0 ? server : twin
      return process.call(scanTicket, input, { as: gate(nonce ? 0 : index) }).then(
        () => 'admitted',
        (error: { body?: { code: string } }) => error.body?.code ?? String(error),
      )
    }),
  )
}

async function admissions(ticketId: string): Promise<number> {
  const { rows } = await sql<{ admitted: number }>`
    select count(*)::int as admitted from scans where ticket_id = ${ticketId} and result = 'admitted'`.execute(
    server.app.db,
  )
  return rows[0]?.admitted ?? 0
}

test('a hundred simultaneous scans of one ticket let one person in', async () => {
  const ticket = await server.given.ticket({ type })
  const codes = await scanEverywhere(ticket, 100)
  expect(codes.filter((code) => code === 'admitted')).toHaveLength(1)
  expect(codes.filter((code) => code === 'ticket_already_used')).toHaveLength(99)
  expect(await admissions(ticket.id)).toBe(1)
  const stored = await server.app.db.selectFrom('scans').select('id').where('ticket_id', '=', ticket.id).execute()
  expect(stored).toHaveLength(100)
})

test('many tickets at once, each from every gate: one person per ticket, without a deadlock', async () => {
  for (let round = 0; round < tries(1, 25); round += 1) {
    const tickets = await Promise.all(Array.from({ length: 40 }, () => server.given.ticket({ type })))
    await server.advance({ seconds: 2 })
    const all = await Promise.all(tickets.map((ticket) => scanEverywhere(ticket, 10)))
    for (const codes of all) {
      expect(codes.filter((code) => code === 'admitted')).toHaveLength(1)
      expect(codes.filter((code) => code === 'ticket_already_used')).toHaveLength(9)
    }
  }
})

test('one scan that the network repeats a hundred times is one success, answered a hundred times', async () => {
  const ticket = await server.given.ticket({ type })
  await server.advance({ seconds: 2 })
  const codes = await scanEverywhere(ticket, 100, 'la-misma')
  expect(new Set(codes)).toEqual(new Set(['admitted']))
  expect(await admissions(ticket.id)).toBe(1)
})

test('a scan against a refund: one of them wins (M7)', async () => {
  expect.hasAssertions()
  for (let round = 0; round < tries(1, 67); round += 1) await scanAgainstRefund()
})

async function scanAgainstRefund(): Promise<void> {
  const tickets = await Promise.all(Array.from({ length: 30 }, () => server.given.ticket({ type })))
  await server.advance({ seconds: 2 })
  const outcomes = await Promise.all(
    tickets.map(async (ticket) => {
      const refund = sql`update tickets set state = 'refunded' where id = ${ticket.id} and state = 'valid'`.execute(
        twin.app.db,
      )
      const [codes, { numAffectedRows }] = await Promise.all([scanEverywhere(ticket, 2), refund])
      return { admitted: codes.filter((code) => code === 'admitted').length, refunded: Number(numAffectedRows), codes }
    }),
  )
  for (const { admitted, refunded, codes } of outcomes) {
    expect(admitted + refunded).toBe(1)
    if (refunded === 1) expect(new Set(codes)).toEqual(new Set(['ticket_inactive']))
  }
}

test('control: with the guard taken out of the database, several go in', async () => {
  // In this file's own database: the update no longer asks for the state, and the index behind it is gone.
  await sql`drop index scans_one_admission`.execute(server.app.db)
  await sql
    .raw(
      `create or replace function tickets_admit(ticket_ids uuid[], epochs int[], scanner_ids uuid[], ips text[], request_ids text[])
       returns uuid[] language plpgsql as $$
       begin
         -- Time for the others to look, however few processors they share.
         perform pg_sleep(0.03);
         update tickets set state = 'used', used_at = app_now() where id = any (ticket_ids);
         return ticket_ids;
       end $$`,
    )
    .execute(server.app.db)
  let most = 0
  for (let round = 0; round < 20 && most < 2; round += 1) {
    await server.advance({ seconds: 2 })
    const ticket = await server.given.ticket({ type })
    await scanEverywhere(ticket, 100)
    most = Math.max(most, await admissions(ticket.id))
  }
  expect(most).toBeGreaterThan(1)
})
