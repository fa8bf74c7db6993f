import './ui/tokens.css'
import './lib/start/interpreted-schemas.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient, takePreloadedData } from './api/query.ts'
import { currentSession, onSessionChange, startSession } from './api/session.ts'
import { listenForInstallOffer } from './lib/install-app.ts'
import { nextTask } from './lib/start/next-task.ts'
import { tolerateTranslators } from './lib/start/translated-page.ts'
import { routes } from './routes.tsx'
import { alert } from './shell/notices/alert.ts'
import { keepProgramFor, reloadOnMissingChunk } from './shell/device/service-worker.ts'
import { reportWindowErrors } from './shell/failures/report-error.ts'
import { isClosed } from './shell/failures/maintenance.ts'
import { mendAddress } from './shell/session/mend-address.ts'
import { hideToast } from './ui/feedback/toast.ts'

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
  // Before anything reads, draws or reports the address.
  mendAddress()
  tolerateTranslators()
  reportWindowErrors()
  reloadOnMissingChunk()
  listenForInstallOffer()
  takePreloadedData(document)
  await startSession()
  await nextTask()
  // Most who have one go on to a screen of theirs.
  if (currentSession()) void import('./signed-in-screens.ts').catch(() => undefined)
  const page = createRoot(root)
  // At once: the screens' own data may be what is being mended.
  if (isClosed(window.location.pathname, currentSession()?.user)) {
    const { MaintenanceScreen } = await import('./shell/failures/MaintenanceScreen.tsx')
    return page.render(<MaintenanceScreen />)
  }
  const keep = ({ state }: DataRouter) =>
    keepProgramFor({ hasSession: currentSession() !== null, path: state.location.pathname })
  const draw = (router: DataRouter) => {
    keep(router)
    router.subscribe(() => keep(router))
    const screen = (
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider key={`begin ${begins}`} router={router} />
        </QueryClientProvider>
      </StrictMode>
    )
    // In slices: what the page already shows answers meanwhile.
    startTransition(() => page.render(screen))
  }
  let begins = 0
  let router = createBrowserRouter(routes)
  let person = currentSession()?.user.id
  await firstScreen(router)
  await nextTask()
  draw(router)
  onSessionChange(({ after, cause }) => {
    keep(router)
    const isSomebodyElse = after !== null && person !== undefined && person !== after.user.id
    if (after) person = after.user.id
    // Signed in in another tab: nothing that was read, typed or drawn for who was here stays.
    if (!isSomebodyElse || cause !== 'elsewhere') return
    alert.close()
    hideToast()
    router.dispose()
    router = createBrowserRouter(routes)
    begins += 1
    draw(router)
  })
}

const root = document.getElementById('root')
if (root) void start(root)
