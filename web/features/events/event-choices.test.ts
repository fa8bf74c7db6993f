import { expect, test, afterEach, vi } from 'vitest'
import { queryClient } from '#web/api/query.ts'
import { signIn, expireSession } from '#web/api/session.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { allEventsQuery } from './event-choices.ts'

afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

test('every event can be chosen, however many there are', async () => {
  await signIn(loginAnswer('ORGANIZATOR'))
  const rows = (page: number) =>
    Array.from({ length: page === 3 ? 7 : 100 }, (_, at) => ({
      id: `01990000-0000-7000-8000-0000000${page}${String(at).padStart(4, '0')}`,
      name: `Noche ${page} ${at}`,
      startDate: null,
      state: 'active',
    }))
  const pagination = (page: number) => ({ page, limit: 100, totalPages: 3, total: 207, totalEvents: 207 })
  const sent = fakeServer({
    'GET /api/v1/event/dashboard/preview': ({ query }: { query: URLSearchParams }) => {
      const page = Number(query.get('page') ?? 1)
      return { events: rows(page), pagination: pagination(page) }
    },
  })
  const { events } = await queryClient.fetchQuery(allEventsQuery())
  expect([events.length, new Set(events.map(({ id }) => id)).size]).toEqual([207, 207])
  expect(sent.map(({ query }) => query.get('page') ?? '1')).toEqual(['1', '2', '3'])
})
