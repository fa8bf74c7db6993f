import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEvent, type ManagedEvent } from '#contract/events.ts'
import { eventPage } from '#web/testing/events.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { queryClient, useEndpointMutation } from './query.ts'
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
  version: 1,
  ticketTypes: [],
}
const body = { name: 'Fiesta' } as Parameters<ReturnType<typeof mount>['send']>[0] // the fake server reads nothing of it

function mount() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useEndpointMutation(createEvent), { wrapper })
  type Input = Parameters<typeof result.current.mutateAsync>[0]
  const send = (body: Input['body'], flyer: File) =>
    act(() => result.current.mutateAsync({ body, files: { flyer } }).catch(() => null))
  return { send }
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
