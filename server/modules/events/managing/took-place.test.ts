/** The date of an event that took place (rule R8.13). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getManagedEvent, updateEvent } from '#contract/events/events-managed.ts'
import { newId } from '#server/shared/ids.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { openSessionRow } from '#server/testing/session-row.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('R8.13: an event that took place is not moved: once a person came in its start stays, two days after its end its hours too', async () => {
  const company = await server.given.company()
  const owner = await server.given.user({ memberOf: company })
  const event = await server.given.event({ company, startsInHours: -1, lastsHours: 4 })
  const type = await server.given.ticketType({ event })
  await server.app.db.updateTable('ticket_stock').set({ sold: 1 }).where('type_id', '=', type.id).execute()
  const change = (body: object) => server.call(updateEvent, { params: { id: event.id }, body }, { as })
  let as = owner
  const isRefused = async (body: object) => (await server.refusal(change(body))) === 'invalid_input'
  const longer = (await server.call(getManagedEvent, { params: { id: event.id } }, { as: owner })).startTime
  await server.app.db
    .insertInto('scans')
    .values({ id: newId(), event_id: event.id, scanner_id: owner.id, result: 'admitted', via: 'qr' })
    .execute()
  expect(await isRefused({ dateEvent: '2031-08-01' })).toBe(true)
  expect((await change({ endTime: longer })).endTime).toBe(longer)
  await server.app.db.updateTable('events').set({ state: 'inactive' }).where('id', '=', event.id).execute()
  await server.app.db.deleteFrom('scans').where('event_id', '=', event.id).execute()
  await server.advance({ hours: 24 * 4 })
  as = { ...owner, token: await openSessionRow(server, { userId: owner.id }) }
  for (const body of [
    { dateEvent: '2031-08-01' },
    { endTime: '05:45' },
    { dateEvent: null, startTime: null, endTime: null },
  ])
    expect(await isRefused(body)).toBe(true)
  expect((await change({ description: 'Gracias por venir' })).description).toBe('Gracias por venir')
})
