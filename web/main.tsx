import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient, takePreloadedData } from './api/query.ts'
import { startSession } from './api/session.ts'
import { listenForInstallOffer } from './lib/install-app.ts'
import { routes } from './routes.tsx'
import { reloadOnMissingChunk, startServiceWorker } from './shell/service-worker.ts'
import { isUnderMaintenance, MaintenanceScreen } from './shell/MaintenanceScreen.tsx'

/** What the page carried in its first bytes stays on screen until the first screen is whole. */
function firstScreen(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      resolve()
    })
  })
}

async function start(root: HTMLElement): Promise<void> {
  if (isUnderMaintenance) return createRoot(root).render(<MaintenanceScreen />)
  reloadOnMissingChunk()
  listenForInstallOffer()
  takePreloadedData(document)
  await startSession()
  const router = createBrowserRouter(routes)
  await firstScreen(router)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  startServiceWorker()
}

const root = document.getElementById('root')
if (root) void start(root)
