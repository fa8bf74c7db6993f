import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, type DataRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '#web/api/query.ts'

/** Draws routes made for the test at an address; a screen of the program is opened by `openScreen`. Gives the router. */
export async function renderScreen(routes: RouteObject[], address: string) {
  queryClient.clear()
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  await whenReady(router)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

/** Until the first screen's chunk and data are there, as `main.tsx` waits. */
export function whenReady(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
