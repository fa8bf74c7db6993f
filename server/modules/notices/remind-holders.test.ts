/** The day before: each holder gets one reminder, whose links open the tickets. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toLocalTime } from '#contract/values/dates.ts'
import { getNotices } from '#contract/events/notices.ts'
import { getTicketByLink } from '#contract/sales/tickets.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { textsAt } from '#server/testing/read-inbox.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())
beforeEach(() => untilTime(12))

async function untilTime(hour: number) {
  const [hours = 0, minutes = 0] = toLocalTime(server.app.clock.now()).split(':').map(Number)
  await server.advance({ minutes: (hour * 60 - (hours * 60 + minutes) + 24 * 60) % (24 * 60) })
}

/** A holder of tickets that were bought some days ago. */
async function holderOf(
  startsInHours: number,
  { tickets = 1, boughtDaysAgo = 5, name = '', as = null as GivenUser | null } = {},
) {
  const event = await server.given.event({ startsInHours, ...(name && { name }) })
  const type = await server.given.ticketType({ event })
  const holder = as ?? (await server.given.user())
  for (let n = 0; n < tickets; n += 1) await server.given.ticket({ type, holder })
  await server.app.db
    .updateTable('tickets')
    .set({ created_at: sql`app_now() - make_interval(days => ${boughtDaysAgo})` })
    .where('event_id', '=', event.id)
    .execute()
  return { event, holder }
}
const remind = () => server.app.queue.runJob(server.app, 'notices.remind')
const deliver = () => server.app.queue.runJob(server.app, 'notices.deliver')
const reminders = async ({ mail }: GivenUser) =>
  (await textsAt(server, mail ?? '')).filter((text) => text.startsWith('Falta poco para'))

test('each holder gets one mail with a link for each ticket, which opens it', async () => {
  const { event, holder } = await holderOf(35.5, { tickets: 2 })
  const other = await server.given.ticket({ type: await server.given.ticketType({ event }), holder })
  await remind()
  await deliver()
  await remind()
  await deliver()
  const [mail = '', ...more] = await reminders(holder)
  expect(more).toEqual([])
  const tokens = [...mail.matchAll(/\/entrada\/([\w-]{43})/g)].map(([, token = '']) => token)
  expect(tokens).toHaveLength(3)
  const opened = await Promise.all(tokens.map((token) => server.call(getTicketByLink, { params: { token } })))
  expect(opened.map(({ holderName, code }) => [holderName, code !== null])).toEqual(Array(3).fill([holder.name, true]))
  expect(opened.map(({ number }) => number)).toContain(other.number)
  // It is no notice of the organizer's.
  const owner = await server.given.user({ memberOf: { id: event.companyId } })
  expect((await server.call(getNotices, { params: { id: event.id } }, { as: owner })).notices).toEqual([])
})

test('two events of one night are one mail and one WhatsApp message, with the tickets of both', async () => {
  const { holder } = await holderOf(35, { name: 'Peña de Invierno' })
  await holderOf(33, { name: 'Cena Show', as: holder, tickets: 2 })
  const { holder: other } = await holderOf(35, { name: 'Otra Fiesta' })
  await remind()
  await deliver()
  const [mail = '', ...more] = await reminders(holder)
  expect(more).toEqual([])
  expect(mail.split('\n')[0]).toBe('Falta poco para Cena Show y Peña de Invierno')
  expect(mail).toContain('Peña de Invierno: ')
  expect(mail.match(/\/entrada\/[\w-]{43}/g)).toHaveLength(3)
  const whatsapps = (await textsAt(server, holder.phone ?? '')).map((text) => text.split('\n')[0])
  expect(whatsapps).toEqual(['eventos_recordatorio'])
  expect(await reminders(other)).toHaveLength(1)
})

test('of two events of one night the one that is off leaves the reminder of the other', async () => {
  const { event: off, holder } = await holderOf(33, { name: 'Cena Show' })
  await holderOf(35, { name: 'Peña de Invierno', as: holder })
  await remind()
  await server.app.db.updateTable('events').set({ state: 'inactive' }).where('id', '=', off.id).execute()
  await deliver()
  expect((await reminders(holder)).map((mail) => mail.split('\n')[0])).toEqual(['Falta poco para Peña de Invierno'])
})

test.each([
  ['tonight', 11.5, 0],
  ['at two tomorrow, which is still tonight', 14, 0],
  ['tomorrow at ten in the morning', 22, 1],
  ['tomorrow night', 35, 1],
  ['at two after tomorrow night', 38, 1],
  ['the day after tomorrow', 50, 0],
])('%s: %d hours from noon, %d reminders', async (_, hours, count) => {
  const { holder } = await holderOf(hours)
  await remind()
  await deliver()
  expect(await reminders(holder)).toHaveLength(count)
})

test('people who bought within a day are not reminded, and nothing leaves at night', async () => {
  const { holder: late } = await holderOf(35, { boughtDaysAgo: 0 })
  await remind()
  await deliver()
  expect(await reminders(late)).toEqual([])
  await untilTime(22)
  const { holder } = await holderOf(26)
  await remind()
  await deliver()
  expect(await reminders(holder)).toEqual([])
})

test('what was queued is not sent once the event is off or on another night, and the new night has its own', async () => {
  const [off, moved] = [await holderOf(35), await holderOf(35)]
  await remind()
  await server.app.db.updateTable('events').set({ state: 'inactive' }).where('id', '=', off.event.id).execute()
  const move = (days: number) =>
    server.app.db
      .updateTable('events')
      .set({ starts_at: sql`starts_at + make_interval(days => ${days})`, ends_at: null })
      .where('id', '=', moved.event.id)
      .execute()
  await move(7)
  await deliver()
  expect([await reminders(off.holder), await reminders(moved.holder)]).toEqual([[], []])
  await server.advance({ hours: 7 * 24 })
  await remind()
  await deliver()
  expect(await reminders(moved.holder)).toHaveLength(1)
})
