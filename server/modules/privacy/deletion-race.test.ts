/** Threat 18: an account that goes, while its tickets are handed on, scanned or given to it. A deleted account holds none. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { requestDeletion, resolveDeletion } from '#contract/accounts/privacy.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { codeWriter, findTicket } from '#server/modules/tickets/queries.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { tries } from '#server/testing/tries.ts'
import { takeNextStep } from './process-deletions.ts'

let server: TestApp
let twin: TestApp
let event: { id: string }
let type: { id: string }
let scanner: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  twin = await createTestApp({ sharing: server })
  event = await server.given.event({ startsInHours: 1, personLimit: 20 })
  type = await server.given.ticketType({ event, priceCents: 0, capacity: 10_000 })
  scanner = await server.given.user({ staffOf: event })
})
afterAll(async () => {
  await twin.close()
  await server.close()
})

async function withTicket() {
  const holder = await server.given.user()
  await server.call(createPurchase, { body: { eventId: event.id, ticketTypeId: type.id, quantity: 1 } }, { as: holder })
  const row = await server.app.db
    .selectFrom('tickets')
    .select('id')
    .where('holder_id', '=', holder.id)
    .executeTakeFirstOrThrow()
  const ticket = await findTicket(server.app, row.id)
  const code = ticket && (await codeWriter(server.app))(ticket)
  return { holder, ticketId: row.id, code: code ?? '' }
}
/** Asked for, and ready to be approved. */
async function asked(person: GivenUser, ticketsGivenUp: number): Promise<string> {
  const { id } = await server.call(
    requestDeletion,
    { body: { confirmation: 'ELIMINAR', ticketsGivenUp } },
    { as: person },
  )
  return id
}
const approve = async (id: string, legal: GivenUser) => {
  await server.call(resolveDeletion, { params: { id }, body: { action: 'approve' } }, { as: legal })
  while ((await takeNextStep(server.app, id)) === 'more');
}
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { body?: { code: string } }) => error.body?.code ?? String(error),
  )

async function heldByTheGone(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tickets t join users u on u.id = t.holder_id
     where t.state = 'valid' and u.state = 'deleted'
       and exists (select from account_deletions d where d.user_id = u.id and d.state = 'completed')`.execute(
    server.app.db,
  )
  return rows[0]?.count ?? 0
}

async function round(): Promise<void> {
  const legal = await server.given.user({ isLegal: true })
  const receiver = await server.given.user()
  const giver = await withTicket()
  const { holder, ticketId, code } = await withTicket()
  const deletionId = await asked(holder, 1)
  const transfer = (who: GivenUser, id: string, toUserId: string) =>
    outcome(twin.call(transferTicket, { params: { id }, body: { toUserId } }, { as: who }))
  const [, away, scanned, received] = await Promise.all([
    approve(deletionId, legal),
    transfer(holder, ticketId, receiver.id),
    outcome(
      twin.call(scanTicket, { params: { ticketId }, body: { eventId: event.id, code, via: 'qr' } }, { as: scanner }),
    ),
    transfer(giver.holder, giver.ticketId, holder.id),
  ])
  const { state, holder_id: holderId } = await server.app.db
    .selectFrom('tickets')
    .select(['state', 'holder_id'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  // One of the three got the ticket, and the row says which.
  expect([away, scanned].filter((each) => each === 'done').length, `${away} ${scanned}`).toBeLessThanOrEqual(1)
  if (away === 'done') expect([state, holderId]).toEqual(['valid', receiver.id])
  else expect(state).toBe(scanned === 'done' ? 'used' : 'cancelled')
  // A ticket given to a leaving account is given up with the rest, or never left its giver.
  const other = await server.app.db
    .selectFrom('tickets')
    .select(['state', 'holder_id'])
    .where('id', '=', giver.ticketId)
    .executeTakeFirstOrThrow()
  if (received === 'done') expect(other).toEqual({ state: 'cancelled', holder_id: holder.id })
  else expect(other).toEqual({ state: 'valid', holder_id: giver.holder.id })
}

test('handed on, scanned, received and deleted at once', async () => {
  for (let count = 0; count < tries(3, 200); count += 1) {
    await Promise.all(Array.from({ length: 4 }, round))
    await server.advance({ seconds: 2 })
  }
  expect(await heldByTheGone()).toBe(0)
  expect(await findBrokenInvariants(server.app)).toEqual([])
})

test('control: without the check of the receiver, a deleted account ends with a ticket', async () => {
  await sql
    .raw(
      `create or replace function tickets_transfer(transfer uuid, ticket uuid, giver uuid, receiver uuid, from_epoch int,
         next_hash bytea, most int, ip text, request text) returns boolean language plpgsql as $$
       begin
         -- The moment between asking who receives and the update, made long.
         perform pg_sleep(2);
         update tickets t set holder_id = receiver, epoch = t.epoch + 1, code_hash = next_hash where t.id = ticket;
         return true;
       end $$`,
    )
    .execute(server.app.db)
  const legal = await server.given.user({ isLegal: true })
  const gone = await server.given.user()
  const giver = await withTicket()
  const deletionId = await asked(gone, 0)
  const transfer = outcome(
    twin.call(transferTicket, { params: { id: giver.ticketId }, body: { toUserId: gone.id } }, { as: giver.holder }),
  )
  await untilBlocked(server.app.db)
  await approve(deletionId, legal)
  expect(await transfer).toBe('done')
  expect(await heldByTheGone()).toBe(1)
  // The replaced function leaves no audit row either.
  expect(await server.held.problems()).toContainEqual(expect.stringContaining('left no audit row'))
})
