import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { serviceFeeCents } from './service-fee.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test.each([
  [1_800_000, 1000, 180_000],
  [1_500, 1000, 200],
  [1_400, 1000, 100],
  [0, 1000, 0],
  [1_800_000, 0, 0],
  [99_900, 333, 3_300],
])('of %i centavos at %i hundredths of a percent: %i', (price, bps, fee) => {
  expect(serviceFeeCents(price, bps)).toBe(fee)
})

test('what is shown is what the order charges', async () => {
  const cases = Array.from({ length: 400 }, (_, place) => ({ price: place * 377_700, bps: (place * 37) % 3001 }))
  const { rows } = await sql<{ fee: number }>`
    select checkout_unit_fee(c.price, c.bps) as fee
      from unnest(${cases.map(({ price }) => price)}::bigint[], ${cases.map(({ bps }) => bps)}::int[])
             with ordinality as c(price, bps, place)
     order by c.place`.execute(server.app.db)
  expect(rows.map(({ fee }) => fee)).toEqual(cases.map(({ price, bps }) => serviceFeeCents(price, bps)))
})
