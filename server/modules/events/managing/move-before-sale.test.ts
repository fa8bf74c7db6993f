/** Search engines learn of a move that nobody had bought for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toLocalDate } from '#contract/values/dates.ts'
import { getEventPage } from '#contract/events/events.ts'
import { deactivateEvent, publishEvent, updateEvent } from '#contract/events/events-managed.ts'
import { findRevision } from '../find-revision.ts'
import { listSettledEvents } from './settle-move.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('a published event that moved before any sale says so, and gives nobody days', async () => {
  const company = await server.given.company()
  const owner = await server.given.user({ memberOf: company })
  const event = await server.given.event({ company, startsInHours: 30 * 24 })
  const type = await server.given.ticketType({ event })
  const params = { id: event.id }
  const stored = async () =>
    server.app.db.selectFrom('events').selectAll().where('id', '=', event.id).executeTakeFirstOrThrow()
  const move = async () => {
    const { starts_at } = await stored()
    const dateEvent = addDays(toLocalDate(starts_at ?? ''), 7)
    await server.call(updateEvent, { params, body: { dateEvent } }, { as: owner })
    return starts_at
  }
  const unsettled = async () => {
    await server.advance({ minutes: 6 })
    return (await listSettledEvents(server.app, 10)).includes(event.id)
  }

  await server.app.db
    .updateTable('events')
    .set({ state: 'pending', published_at: null })
    .where('id', '=', event.id)
    .execute()
  await move()
  expect(await findRevision(server.app, event.id)).toMatchObject({ sequence: 0, previousStart: null })

  await server.call(publishEvent, { params }, { as: owner })
  const first = await move()
  const { previousStart, sequence } = await findRevision(server.app, event.id)
  expect([sequence, Date.parse(previousStart ?? '')]).toEqual([1, Date.parse(first ?? '')])
  expect(await server.call(getEventPage, { params })).toMatchObject({ movedUntil: null })
  expect(await unsettled()).toBe(false)

  // While it is paused too: its page comes back with another date.
  await server.call(deactivateEvent, { params }, { as: owner })
  const second = await move()
  expect(Date.parse((await findRevision(server.app, event.id)).previousStart ?? '')).toBe(Date.parse(second ?? ''))

  // From the first sale on, what changes is for its buyers as well.
  await server.call(publishEvent, { params }, { as: owner })
  await server.app.db.updateTable('ticket_stock').set({ sold: 1 }).where('type_id', '=', type.id).execute()
  await move()
  expect(await unsettled()).toBe(true)
})
