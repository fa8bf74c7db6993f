import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { expireTickets } from './expire-tickets.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function ticketsOf(event: { id: string }) {
  const type = await server.given.ticketType({ event })
  for (const state of ['valid', 'valid', 'used', 'refunded'] as const) await server.given.ticket({ type, state })
  return async () => {
    const rows = await server.app.db.selectFrom('tickets').select('state').where('event_id', '=', event.id).execute()
    return rows.map(({ state }) => state).sort()
  }
}

test('when the door of a finished event has closed its unused tickets expire, once', async () => {
  const over = await server.given.event({ startsInHours: -60, lastsHours: 6, state: 'success' })
  const open = await server.given.event({ startsInHours: -50, lastsHours: 6, state: 'active' })
  const paused = await server.given.event({ startsInHours: -90, lastsHours: 6, state: 'inactive' })
  const [ofOver, ofOpen, ofPaused] = [await ticketsOf(over), await ticketsOf(open), await ticketsOf(paused)]
  await expireTickets(server.app)
  await expireTickets(server.app)
  expect(await ofOver()).toEqual(['expired', 'expired', 'refunded', 'used'])
  expect(await ofOpen()).toEqual(['refunded', 'used', 'valid', 'valid'])
  expect(await ofPaused()).toEqual(['refunded', 'used', 'valid', 'valid'])
  const audits = await server.app.db.selectFrom('audit_rows').selectAll().where('object_id', '=', over.id).execute()
  expect(audits).toMatchObject([{ action: 'ticket.expire', after: { state: 'expired', tickets: 2 } }])
})
