import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const ticket = { state: 'valid', transfers: 0, allowsTransfers: true, eventState: 'active', isOver: false }

test.each<[Partial<typeof ticket>, string | null]>([
  [{}, null],
  [{ transfers: 2, eventState: 'inactive' }, null],
  [{ transfers: 3 }, 'transfer_limit'],
  [{ state: 'used' }, 'ticket_not_valid'],
  [{ state: 'refunded', transfers: 3 }, 'ticket_not_valid'],
  [{ isOver: true }, 'transfer_closed'],
  [{ isOver: true, transfers: 3 }, 'transfer_closed'],
  [{ allowsTransfers: false }, 'transfer_closed'],
  [{ eventState: 'pending' }, 'transfer_closed'],
  [{ eventState: 'cancelled' }, 'transfer_closed'],
  [{ eventState: 'success' }, 'transfer_closed'],
])('%j: %s', async (changes, problem) => {
  const { state, transfers, allowsTransfers, eventState, isOver } = { ...ticket, ...changes }
  const { rows } = await sql<{ problem: string | null }>`
    select tickets_transfer_problem(${state}, ${transfers}, 3, ${allowsTransfers}, ${eventState}, ${isOver}) as problem`.execute(
    server.app.db,
  )
  expect(rows).toEqual([{ problem }])
})
