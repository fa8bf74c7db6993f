/** What hangs on an event's date: it moves along, and a sale opens before the event (rule R8.13). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiscountCode, listDiscountCodes } from '#contract/events/discounts.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { createEvent, updateEvent, updateEventTickets, type ManagedEvent } from '#contract/events/events-managed.ts'
import { createTestApp, type Refused, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let owner: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  owner = await server.given.user({ memberOf: await server.given.company() })
})
afterAll(() => server.close())

const fields = {
  name: 'Fiesta Lunar',
  categoryId: 1,
  venueName: 'Salón Paraná',
  adress: 'Av. del Valle 2700',
  city: 'Rosario',
  province: 'Santa Fe',
  dateEvent: '2030-11-28',
  startTime: '23:30',
  endTime: '06:00',
} as const
const general = { name: 'General', price: 18_000, capacity: 100 } as const
const make = (ticketTypes: CallInput<typeof createEvent>['body']['ticketTypes']) =>
  server.call(createEvent, { body: { ...fields, ticketTypes }, files: {} }, { as: owner })
const update = (event: { id: string }, change: object) =>
  server.call(updateEvent, { params: { id: event.id }, body: change, files: {} }, { as: owner })
const setTypes = (event: { id: string }, ticketTypes: object[]) =>
  server.call(updateEventTickets, { params: { id: event.id }, body: { ticketTypes } }, { as: owner })

test('a day that moves takes along until when tickets let in, another hour does not', async () => {
  const validUntil = '2030-11-29T02:00:00-03:00'
  const event = await make([
    { ...general, validUntil },
    { ...general, name: 'VIP' },
  ])
  const shown = (of: ManagedEvent) => of.ticketTypes.map((type) => type.validUntil && Date.parse(type.validUntil))
  expect(shown(await update(event, { startTime: '22:00' }))).toEqual([Date.parse(validUntil), null])
  const moved = await update(event, { dateEvent: '2030-12-02' })
  expect(shown(moved)).toEqual([Date.parse('2030-12-03T02:00:00-03:00'), null])
})

test('a day that moves takes along the ends of sales and codes, each at its own hour', async () => {
  const ends = '2030-11-28T20:00:00-03:00'
  const event = await make([{ ...general, saleStartsAt: '2030-11-01T12:00:00-03:00', saleEndsAt: ends }])
  const code = (name: string, startsAt: string | null, endsAt: string | null) =>
    server.call(
      createDiscountCode,
      { params: { id: event.id }, body: { code: name, percent: 10, startsAt, endsAt } },
      { as: owner },
    )
  await code('FINAL', null, ends)
  await code('SIEMPRE', '2030-11-20T12:00:00-03:00', null)
  await code('ULTIMA', '2030-11-27T20:00:00-03:00', ends)
  const codes = async () => {
    const list = await server.call(
      listDiscountCodes,
      { params: { id: event.id }, query: { sort: 'code', order: 'asc' } },
      { as: owner },
    )
    return list.discountCodes.map(({ startsAt, endsAt }) => [startsAt, endsAt].map((at) => at && Date.parse(at)))
  }
  const saleEnd = (of: ManagedEvent) => Date.parse(of.ticketTypes[0]?.saleEndsAt ?? '')
  const [later, earlier] = ['2030-12-28T20:00:00-03:00', '2030-11-25T20:00:00-03:00'].map((at) => Date.parse(at))
  expect(saleEnd(await update(event, { startTime: '22:00' }))).toBe(Date.parse(ends))
  expect(saleEnd(await update(event, { dateEvent: '2030-12-28' }))).toBe(later)
  const [from, day] = [Date.parse('2030-11-20T12:00:00-03:00'), Date.parse('2030-11-27T20:00:00-03:00')]
  expect(await codes()).toEqual([
    [null, later],
    [from, null],
    [day, later],
  ])
  // A code begins before it ends, however early the event comes.
  expect(saleEnd(await update(event, { dateEvent: '2030-11-25' }))).toBe(earlier)
  expect(await codes()).toEqual([
    [null, earlier],
    [from, null],
    [Date.parse('2030-10-25T20:00:00-03:00'), earlier],
  ])
})

test('a sale opens before the event begins: in a new type, a changed one, and when the date moves', async () => {
  const opens = (saleStartsAt: string) => ({ ...general, saleStartsAt })
  const [start, before] = ['2030-11-28T23:30:00-03:00', '2030-11-28T23:29:00-03:00']
  const problemOf = async (sent: Promise<unknown>) => {
    try {
      await sent
      return null
    } catch (error) {
      return ((error as Refused).body.details as { path: unknown }[]).map(({ path }) => path)
    }
  }
  expect(await problemOf(make([opens(start)]))).toEqual([['ticketTypes', 0, 'saleStartsAt']])
  const event = await make([opens(before)])
  const id = event.ticketTypes[0]?.id
  expect(await problemOf(setTypes(event, [{ id, saleStartsAt: start }]))).toEqual([['ticketTypes', 0, 'saleStartsAt']])
  expect(await problemOf(update(event, { startTime: '23:00' }))).toEqual([['dateEvent']])
  expect(await problemOf(update(event, { dateEvent: '2030-11-27' }))).toEqual([['dateEvent']])
  await setTypes(event, [{ id, saleStartsAt: '2030-11-20T10:00:00-03:00', saleEndsAt: '2030-11-28T20:00:00-03:00' }])
  expect(await problemOf(update(event, { dateEvent: '2030-11-27' }))).toBeNull()
  // The end goes along, and would come before the opening.
  expect(await problemOf(update(event, { dateEvent: '2030-11-20', startTime: '23:30' }))).toBeNull()
  expect(await problemOf(update(event, { dateEvent: '2030-11-19' }))).toEqual([['dateEvent']])
})
