/** The landing: what it lists and in which order. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fromLocal, toLocalDate, toNight } from '#contract/values/dates.ts'
import { getEventsHome } from '#contract/events/events.ts'
import { addSeconds, secondsBetween } from '#server/shared/clock.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { compareMonths, monthOf, type Month } from './month.ts'
import { pinEvents } from './pin-events.ts'

let server: TestApp
beforeEach(async () => {
  server = await createTestApp()
})
afterEach(() => server.close())

const HOUR = 3600
/** The month after the next one, which no present month goes on into, and the hours until its 10th at noon. */
function nextMonth(): { month: Month; hours: number } {
  const now = server.clock.now()
  const present = monthOf(now)
  let hours = 24
  while (compareMonths(monthOf(addSeconds(now, hours * HOUR)), present) < 2) hours += 24
  return { month: monthOf(addSeconds(now, hours * HOUR)), hours: hours + 24 * 8 }
}

const names = async (query: Partial<Month> = {}) =>
  (await server.call(getEventsHome, { query })).eventsCloseToDate.events.map(({ name }) => name)

test('pinned first in their order, then by start, what has passed after, undated last', async () => {
  const { month, hours } = nextMonth()
  const company = await server.given.company()
  const make = (name: string, startsInHours: number | null) =>
    server.given.event({ company, name, startsInHours, lastsHours: startsInHours === null ? null : 6 })
  await make('sin fecha', null)
  await make('tercero', hours + 72)
  const second = await make('segundo', hours + 48)
  const pinned = await make('fijado que viene después', hours + 96)
  await make('primero', hours + 24)
  await pinEvents(server.app, { userId: null }, [pinned.id, second.id])
  expect(await names(month)).toEqual(['fijado que viene después', 'segundo', 'primero', 'tercero', 'sin fecha'])

  // Two days into the list: the first two have ended.
  await server.advance({ hours: hours + 60 })
  expect(await names(month)).toEqual(['fijado que viene después', 'tercero', 'segundo', 'primero', 'sin fecha'])
})

test('a pinned event is listed in the present month whatever its date, and in others only by its date', async () => {
  const { month, hours } = nextMonth()
  const { id } = await server.given.event({ name: 'del mes que viene', startsInHours: hours })
  expect(await names()).toEqual([])
  await pinEvents(server.app, { userId: null }, [id])
  await server.advance({ seconds: 3 })
  const [card] = (await server.call(getEventsHome, { query: {} })).eventsCloseToDate.events
  expect(card).toMatchObject({ name: 'del mes que viene', isPinned: true })
  expect(await names(month)).toEqual(['del mes que viene'])
  expect(await names({ ...month, year: month.year + 1 })).toEqual([])
})

test('in a month’s last week the next month goes on, and the calendar counts 14 days ahead', async () => {
  const at = async (instant: string) => {
    await server.advance({ seconds: secondsBetween(server.clock.now(), instant) })
    const { calendar, ...home } = await server.call(getEventsHome, { query: {} })
    return { names: home.eventsCloseToDate.events.map(({ name }) => name), days: calendar.map(({ date }) => date) }
  }
  const make = async (name: string, date: string) => {
    const { id } = await server.given.event({ name, lastsHours: 6 })
    const starts_at = fromLocal(date, '23:30')
    await server.app.db
      .updateTable('events')
      .set({ starts_at, ends_at: addSeconds(starts_at, 6 * HOUR) })
      .where('id', '=', id)
      .execute()
  }
  await make('en abril', '2031-04-30')
  await make('el primero', '2031-05-01')
  await make('a fin de mayo', '2031-05-31')
  await make('en junio', '2031-06-01')
  expect(await at(fromLocal('2031-04-20', '12:00'))).toEqual({
    names: ['en abril'],
    days: ['2031-04-30', '2031-05-01'],
  })
  // The 24th of thirty days begins at six.
  expect((await at(fromLocal('2031-04-24', '05:59'))).names).toEqual(['en abril'])
  expect(await at(fromLocal('2031-04-24', '06:00'))).toEqual({
    names: ['en abril', 'el primero', 'a fin de mayo'],
    days: ['2031-04-30', '2031-05-01', '2031-05-31'],
  })
  expect((await server.call(getEventsHome, { query: { year: 2031, month: 5 } })).calendar).toEqual([
    { date: '2031-05-01', events: 1 },
    { date: '2031-05-31', events: 1 },
  ])
})

test('undated events stand in this month and later, not in the past', async () => {
  await server.given.event({ name: 'sin fecha', startsInHours: null, lastsHours: null })
  const present = monthOf(server.clock.now())
  expect(await names()).toEqual(['sin fecha'])
  expect(await names({ ...present, year: present.year + 1 })).toEqual(['sin fecha'])
  expect(await names({ ...present, year: present.year - 1 })).toEqual([])
})

test('only public events that are on sale or over are listed and counted', async () => {
  const { month, hours } = nextMonth()
  const hidden = ['pending', 'inactive', 'cancelled'] as const
  for (const state of hidden) await server.given.event({ name: state, state, startsInHours: hours })
  await server.given.event({ name: 'privado', isPrivate: true, startsInHours: hours })
  await server.given.event({ name: 'terminado', state: 'success', startsInHours: hours })
  const shown = await server.given.event({ name: 'activo', startsInHours: hours })
  await server.given.event({ name: 'otro día', startsInHours: hours + 24 })
  const home = await server.call(getEventsHome, { query: month })
  expect(home.eventsCloseToDate.events.map(({ name }) => name).sort()).toEqual(['activo', 'otro día', 'terminado'])
  expect(home.eventsCloseToDate.pagination.totalEvents).toBe(3)
  const date = toNight(home.eventsCloseToDate.events.find(({ id }) => id === shown.id)?.startDate ?? '')
  expect(home.calendar).toContainEqual({ date, events: 2 })
  expect(home.calendar.reduce((sum, { events }) => sum + events, 0)).toBe(3)
  expect(home).toMatchObject(month)
})

test('a card says what the door, the price and the stock are', async () => {
  const { month, hours } = nextMonth()
  const event = await server.given.event({ startsInHours: hours, lastsHours: 6, minimumAge: 18 })
  await server.given.ticketType({ event, priceCents: 1_800_000, capacity: 10 })
  await server.given.ticketType({ event, name: 'VIP', priceCents: 3_000_000 })
  await server.given.ticketType({ event, name: 'Prensa', priceCents: 0, visibility: 'hidden' })
  await server.given.ticketType({ event, name: 'Invitados', priceCents: 0, visibility: 'courtesy' })
  const [card] = (await server.call(getEventsHome, { query: month })).eventsCloseToDate.events
  expect(card).toMatchObject({
    id: event.id,
    number: event.number,
    adress: 'Av. del Valle 2700',
    Location: { name: 'Salón Paraná', city: 'Rosario', province: 'Santa Fe', lat: null, lng: null },
    Category: { id: 1, name: 'Electrónica' },
    company: { name: 'Club Central' },
    minimumAge: 18,
    isExpired: false,
    isPinned: false,
    flyer: null,
    // What a buyer pays: ten percent of service over the price.
    priceFrom: 19_800,
    priceTo: 33_000,
    availability: 'available',
  })
  expect(card?.dateEvent).toBe(toLocalDate(card?.startDate ?? ''))
})

test('a card of a company that may not sell says that its sale is closed', async () => {
  const { month, hours } = nextMonth()
  const blocked = await server.given.company()
  for (const company of [await server.given.company(), blocked]) {
    await server.given.ticketType({ event: await server.given.event({ company, startsInHours: hours }) })
  }
  await server.app.db.updateTable('companies').set({ state: 'blocked' }).where('id', '=', blocked.id).execute()
  const { events } = (await server.call(getEventsHome, { query: month })).eventsCloseToDate
  const availabilityOf = (isBlocked: boolean) =>
    events.filter(({ company }) => (company.id === blocked.id) === isBlocked).map(({ availability }) => availability)
  expect([availabilityOf(false), availabilityOf(true)]).toEqual([['available'], ['closed']])
})

test('a month that does not exist is refused', async () => {
  await expect(server.call(getEventsHome, { query: { month: 13 } })).rejects.toMatchObject({
    status: 400,
    body: { code: 'invalid_input', details: [expect.objectContaining({ path: ['month'] })] },
  })
})
