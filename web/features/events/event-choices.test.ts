import { expect, test, afterEach, vi } from 'vitest'
import { queryClient } from '#web/api/query.ts'
import { signIn, expireSession } from '#web/api/session.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { allEventsQuery } from './event-choices.ts'

afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

test('every event can be chosen, however many there are', async () => {
  await signIn(loginAnswer('ORGANIZATOR'))
  const rows = (place: number) =>
    Array.from({ length: place === 3 ? 7 : 100 }, (_, at) => ({
      id: `01990000-0000-7000-8000-0000000${place}${String(at).padStart(4, '0')}`,
      name: `Noche ${place} ${at}`,
      startDate: null,
      state: 'active',
    }))
  const sent = fakeServer({
    'GET /api/v1/event/dashboard/preview': ({ query }: { query: URLSearchParams }) => {
      const place = Number(query.get('page') ?? 1)
      return page('events', rows(place), { page: place, limit: 100, total: 207 })
    },
  })
  const { events } = await queryClient.fetchQuery(allEventsQuery())
  expect([events.length, new Set(events.map(({ id }) => id)).size]).toEqual([207, 207])
  expect(sent.map(({ query }) => query.get('page') ?? '1')).toEqual(['1', '2', '3'])
})
