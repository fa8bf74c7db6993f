import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getEventPage } from '#contract/events/events.ts'
import { createEvent, publishEvent, updateEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { eventPage } from '#web/testing/events.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { endpointQuery, queryClient } from './query.ts'
import { useEndpointMutation } from './write.ts'
import { expireSession, signIn } from './session.ts'

beforeEach(() => signIn(loginAnswer('ORGANIZATOR')))
afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

const created: ManagedEvent = {
  ...eventPage(),
  capacity: null,
  courtesyLimit: 0,
  hasSales: false,
  canSellPaid: true,
  isSaleClosed: false,
  saleStop: null,
  areSalesStopped: false,
  serviceFee: { percentBps: 1000, fixedCents: 0, leastCents: 0, mostCents: null },
  version: 1,
  ticketTypes: [],
}
const body = { name: 'Fiesta' } as Parameters<ReturnType<typeof mount>['send']>[0] // the fake server reads nothing of it

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

function mount() {
  const { result } = renderHook(() => useEndpointMutation(createEvent), { wrapper })
  type Input = Parameters<typeof result.current.mutateAsync>[0]
  const begin = (body: Input['body'], flyer: File) =>
    result.current.mutateAsync({ body, files: { flyer } }).catch(() => null)
  return { begin, send: (body: Input['body'], flyer: File) => act(() => begin(body, flyer)) }
}

test('a retry repeats its key; another picture, or the next try after a success, is another intent', async () => {
  let isDown = true
  const sent = fakeServer({
    'POST /api/v1/event': () =>
      isDown ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' }) : created,
  })
  const { send } = mount()
  const [first, second] = [new File(['uno'], 'a.png'), new File(['otro flyer'], 'b.png')]
  await send(body, first)
  await send(body, first)
  await send(body, second)
  isDown = false
  await send(body, second)
  await send(body, second)
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(keys[3]).toBe(keys[2])
  expect(keys[4]).not.toBe(keys[3])
})

test('one input on its way is one call; another does not lose it its key', async () => {
  const gates: ((answer: object) => void)[] = []
  const down = json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' })
  const sent = fakeServer({ 'POST /api/v1/event': () => new Promise((resolve) => gates.push(resolve)) })
  const { begin } = mount()
  const [first, second] = [new File(['uno'], 'a.png'), new File(['otro flyer'], 'b.png')]
  await act(async () => {
    const sending = [begin(body, first), begin(body, second), begin(body, first)]
    await vi.waitFor(() => expect(gates).toHaveLength(2))
    for (const answer of gates) answer(down)
    await Promise.all(sending)
  })
  await act(async () => {
    const again = [begin(body, first), begin(body, second)]
    await vi.waitFor(() => expect(gates).toHaveLength(4))
    for (const answer of gates) answer(created)
    await Promise.all(again)
  })
  // Said by name, so that whatever else is sent is seen.
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 4 }, () => 'POST /api/v1/event'),
  )
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).not.toBe(keys[0])
  expect(keys.slice(2)).toEqual(keys.slice(0, 2))
})

test('what a write changes is read again, wherever it was read; a write that is refused says what is old only when it is', async () => {
  let name = 'Fiesta Lunar'
  const page = `GET /api/v1/event/single-page/${eventPage().id}`
  let refusal: Response | undefined
  const sent = fakeServer({
    [page]: () => eventPage({ name }),
    [`PUT /api/v1/event/${eventPage().id}`]: () => created,
    [`POST /api/v1/event/${eventPage().id}/publish`]: () => refusal,
  })
  const query = endpointQuery(getEventPage, { params: { id: eventPage().id } })
  const params = { id: created.id }
  const { result } = renderHook(
    () => ({ update: useEndpointMutation(updateEvent), publish: useEndpointMutation(publishEvent) }),
    { wrapper },
  )
  // Read before and unmounted: no observer when it changes.
  await queryClient.ensureQueryData(query)
  name = 'Fiesta Solar'
  await act(() => result.current.update.mutateAsync({ params, body: {} }))
  const shown = renderHook(() => useQuery(query), { wrapper })
  await waitFor(() => expect(shown.result.current.data?.name).toBe('Fiesta Solar'))
  // On screen.
  name = 'Fiesta Polar'
  await act(() => result.current.update.mutateAsync({ params, body: {} }))
  await waitFor(() => expect(shown.result.current.data?.name).toBe('Fiesta Polar'))
  const reads = () => sent.filter(({ path }) => page.endsWith(path)).length
  const before = reads()
  const publish = () => act(() => result.current.publish.mutateAsync({ params }).catch(() => null))
  refusal = json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' })
  await publish()
  expect(reads()).toBe(before)
  name = 'Fiesta Estelar'
  refusal = json(409, { code: 'event_state', message: 'El evento no admite ese cambio en su estado actual' })
  await publish()
  await waitFor(() => expect(shown.result.current.data?.name).toBe('Fiesta Estelar'))
  shown.unmount()
})

test('what could not be read without network is read once it is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let isDown = true
  fakeServer({
    'GET /api/v1/event/single-page/x': () => (isDown ? Promise.reject(new TypeError('down')) : eventPage()),
  })
  const { result } = renderHook(() => useQuery(endpointQuery(getEventPage, { params: { id: 'x' } })), { wrapper })
  act(() => void window.dispatchEvent(new Event('offline')))
  await waitFor(() => expect(result.current.isError).toBe(true))
  isDown = false
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(result.current.data?.name).toBe(eventPage().name))
})
