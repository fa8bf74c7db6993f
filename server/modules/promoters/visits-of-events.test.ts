/** Openings of a promoter's link count while the event is on (rule R12.8). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countReferralVisit } from '#contract/promoters/promoters-visits.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { onDevice } from '#server/testing/guests.ts'
import { ensurePromo } from './ensure-promo.ts'

const AGENT = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test.each([
  ['active', 2, 1],
  ['inactive', 2, 0],
  ['cancelled', 2, 0],
  ['success', -900, 0],
  ['active', -30, 0],
] as const)(
  'an opening in an event that is %s and starts in %i hours counts %i',
  async (state, startsInHours, counted) => {
    const event = await server.given.event({ state, startsInHours })
    const promoter = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
    const promo = await ensurePromo(server.app, event.id, promoter.id)
    const { code } = await server.app.db
      .selectFrom('promos')
      .select('code')
      .where('id', '=', promo)
      .executeTakeFirstOrThrow()
    const headers = { ...onDevice(), 'user-agent': AGENT }
    await server.call(countReferralVisit, { body: { eventId: event.id, code } }, { headers })
    const { rows } = await sql<{ visits: number }>`
    select coalesce(sum(visits), 0)::int as visits from referral_visits where promo_id = ${promo}`.execute(
      server.app.db,
    )
    expect(rows[0]?.visits).toBe(counted)
  },
)
