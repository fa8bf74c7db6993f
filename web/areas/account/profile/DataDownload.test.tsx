import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { showTab } from '#web/testing/visibility.ts'

const LIST = '/api/v1/user/data-export'
afterEach(() => void vi.useRealTimers())

test('a copy that is being made is not asked for in a hidden tab, and at once when it is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const running = {
    id: '01990000-0000-7000-8000-0000000000d1',
    state: 'running',
    progress: 40,
    requestedAt: '2026-11-20T20:00:00-03:00',
    expiresAt: null,
    sizeBytes: null,
  }
  const { sent } = await openScreen(paths.deleteAccount(), {
    as: 'CLIENT',
    answers: { [`GET ${LIST}`]: { exports: [running] } },
  })
  const asked = () => sent.filter(({ path }) => path === LIST).length
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await screen.findByText(/Preparando tu copia: 40%/)
  const first = asked()
  await pass(1600)
  expect(asked()).toBe(first + 1)
  act(() => showTab(false))
  await pass(60_000)
  expect(asked()).toBe(first + 1)
  await act(async () => showTab(true))
  await pass(10)
  expect(asked()).toBe(first + 2)
})
