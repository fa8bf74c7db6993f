import { afterAll, beforeAll, expect, test } from 'vitest'
import { getScannerEvents } from '#contract/sales/scanning.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function idsFor(as: GivenUser): Promise<string[]> {
  const { data } = await server.call(getScannerEvents, undefined, { as })
  return data.events.map(({ eventId }) => eventId)
}

test('a company sees its active events up to two days past, the next one first', async () => {
  const company = await server.given.company()
  const [later, soon, past, undated] = [
    await server.given.event({ company, startsInHours: 200 }),
    await server.given.event({ company, startsInHours: 5 }),
    await server.given.event({ company, startsInHours: -50, lastsHours: 6 }),
    await server.given.event({ company, startsInHours: null }),
  ]
  await server.given.event({ company, startsInHours: -60, lastsHours: 6 })
  await server.given.event({ company, startsInHours: 5, state: 'inactive' })
  await server.given.event({ company, startsInHours: -90, state: 'success' })
  await server.given.event({ startsInHours: 5 })
  const inOrder = [past, soon, later, undated].map(({ id }) => id)
  expect(await idsFor(await server.given.user({ memberOf: company }))).toEqual(inOrder)
  expect(await idsFor(await server.given.user({ memberOf: company, companyRole: 'manager' }))).toEqual(inOrder)
  expect(await idsFor(await server.given.user({ memberOf: company, companyRole: 'finance' }))).toEqual([])
})

test('a scanner sees the events of its assignments, as the door needs them', async () => {
  const event = await server.given.event({ startsInHours: 3 })
  await server.given.event({ startsInHours: 3 })
  const scanner = await server.given.user({ staffOf: event })
  const { data } = await server.call(getScannerEvents, undefined, { as: scanner })
  expect(data.events).toMatchObject([
    {
      eventId: event.id,
      eventNumber: event.number,
      eventName: 'Fiesta Lunar Rosario',
      eventDescription: 'Una noche larga.',
      eventAddress: 'Salón Paraná, Av. del Valle 2700',
      eventDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      isActive: true,
    },
  ])
})

test('an assignment that may not scan shows nothing, and a person without a role gets that refusal', async () => {
  const event = await server.given.event({ startsInHours: 3 })
  expect(await idsFor(await server.given.user({ staffOf: event, canScan: false }))).toEqual([])
  const client = await server.given.user()
  expect(await server.refusal(server.call(getScannerEvents, undefined, { as: client }))).toBe('forbidden')
})

test('a god admin sees the events of every company (rule R13.4)', async () => {
  const event = await server.given.event({ startsInHours: 1 })
  expect(await idsFor(await server.given.user({ isGodAdmin: true }))).toContain(event.id)
})
