/** What calendars and search engines copied of an event follows its changes. */
import { expect, test } from 'vitest'
import { addDays, toLocalDate } from '#contract/values/dates.ts'
import { cancelEvent, updateEvent } from '#contract/events/events-managed.ts'
import { getTicketCalendar } from '#contract/sales/tickets.ts'
import { findRevision } from '#server/modules/events/find-revision.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const NAME = 'Fiesta Lunar Rosario'

test('a calendar entry says how often its event changed, since when, and that it was cancelled', async () => {
  const { eventId, companyId, buyer } = await shop.paid({ event: { name: NAME, startsInHours: 30 * 24 } })
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const { id } = await shop.app.db
    .selectFrom('tickets')
    .select('id')
    .where('holder_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const entry = async () => {
    const text = await (await shop.call(getTicketCalendar, { params: { id }, query: {} }, { as: buyer })).text()
    return Object.fromEntries(
      [...text.matchAll(/^(SEQUENCE|STATUS|LAST-MODIFIED|DTSTART):(.*)\r$/gm)].map((line) => line.slice(1)),
    )
  }

  const sold = await entry()
  expect(sold).toMatchObject({ SEQUENCE: '0', STATUS: 'CONFIRMED' })
  const { previousStart, changedAt } = await findRevision(shop.app, eventId)
  expect(previousStart).toBeNull()

  await shop.advance({ minutes: 10 })
  await shop.call(updateEvent, { params: { id: eventId }, body: { venueName: 'Teatro Broadway' } }, { as: owner })
  const elsewhere = await findRevision(shop.app, eventId)
  expect(elsewhere).toMatchObject({ sequence: 1, previousStart: null })
  expect(elsewhere.changedAt > changedAt).toBe(true)

  const { starts_at: before } = await shop.app.db
    .selectFrom('events')
    .select('starts_at')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  await shop.advance({ minutes: 10 })
  await shop.call(
    updateEvent,
    { params: { id: eventId }, body: { dateEvent: addDays(toLocalDate(before ?? ''), 14) } },
    { as: owner },
  )
  const moved = await entry()
  expect(moved).toMatchObject({ SEQUENCE: '2', STATUS: 'CONFIRMED' })
  expect(moved['DTSTART']).not.toBe(sold['DTSTART'])
  expect(Date.parse((await findRevision(shop.app, eventId)).previousStart ?? '')).toBe(Date.parse(before ?? ''))

  const body = { reason: 'Se rompió el escenario', confirmation: NAME }
  const other = await shop.given.user({ memberOf: { id: companyId } })
  await shop.call(cancelEvent, { params: { id: eventId }, body }, { as: other })
  expect(await entry()).toMatchObject({ SEQUENCE: '3', STATUS: 'CANCELLED' })
})
