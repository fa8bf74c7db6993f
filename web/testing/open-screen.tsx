import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished, vi } from 'vitest'
import type { LoginResponse } from '#contract/accounts/accounts.ts'
import { getProfile } from '#contract/accounts/accounts.ts'
import { mendLinkAddress } from '#contract/api/link-address.ts'
import type { WireRole } from '#contract/api/roles.ts'
import { queryClient } from '#web/api/query.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { routes } from '#web/routes.tsx'
import { alert } from '#web/shell/notices/alert.ts'
import { hideToast } from '#web/ui/feedback/toast.ts'
import { fakeServer, type Answers } from './fake-server.ts'
import { loginAnswer } from './people.ts'
import { whenReady } from './render-screen.tsx'

interface Opening {
  /** Who is signed in; signed out if omitted. */
  as?: WireRole | LoginResponse
  answers?: Answers
}

/**
 * Opens an address of the whole program, mended as at its start, with the frames, guards and loaders that it has there. Nothing was read before.
 * Gives the router, what was sent to the server, and a person's hands.
 */
export async function openScreen(address: string, { as, answers = {} }: Opening = {}) {
  onTestFinished(() => {
    expireSession()
    hideToast()
    alert.close()
    vi.unstubAllGlobals()
  })
  const login = typeof as === 'string' ? loginAnswer(as) : as
  if (login) await signIn(login)
  const { token: _token, expiresAt: _expiresAt, ...self } = login ?? {}
  const sent = fakeServer({ ...(login && { [`GET ${getProfile.path}`]: self }), ...answers })
  queryClient.clear()
  const router = createMemoryRouter(routes, { initialEntries: [mendLinkAddress(address)] })
  await whenReady(router)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, sent, user: userEvent.setup() }
}
