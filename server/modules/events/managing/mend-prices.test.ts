/** Rule R7.7 while two versions run: what the one before writes without its fee is mended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const stored = async () => {
  const rows = await server.app.db
    .selectFrom('events')
    .select('price_from_cents as cents')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ cents }) => cents)
}

test('a price without its fee is mended; those that are right, of nothing on show or of what is over stay', async () => {
  const [wrong, right, empty, over] = [
    await server.given.event(),
    await server.given.event(),
    await server.given.event(),
    await server.given.event({ state: 'success' }),
  ]
  for (const event of [wrong, right, over]) await server.given.ticketType({ event, priceCents: 1_800_000 })
  await server.given.ticketType({ event: empty, priceCents: 1_800_000, visibility: 'hidden' })
  expect(await stored()).toEqual([1_980_000, 1_980_000, null, 1_980_000])
  await server.app.db
    .updateTable('events')
    .set({ price_from_cents: 1_800_000 })
    .where('id', 'in', [wrong.id, over.id])
    .execute()
  await server.app.queue.runJob(server.app, 'events.mend-prices')
  expect(await stored()).toEqual([1_980_000, 1_980_000, null, 1_800_000])
})
