import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, type Location } from 'react-router'
import { brand } from '#contract/platform/brand.ts'
import { useSession } from '#web/api/session.ts'
import { ToastHost } from '#web/ui/feedback/ToastHost.tsx'
import { isClosed } from '../failures/maintenance.ts'
import { NavigationProgress } from './NavigationProgress.tsx'
import { NoticeStack } from '../notices/NoticeStack.tsx'
import {
  AlertWhenOpen,
  FreshUserWhenSignedIn,
  SessionExpiredWhenTold,
  StepUpWhenAsked,
} from '../notices/LazyOverlays.tsx'
import { ChunkSplash } from './Splash.tsx'
import { useFollowedSession } from '../session/use-followed-session.ts'

const MaintenanceScreen = lazy(async () => ({
  default: (await import('../failures/MaintenanceScreen.tsx')).MaintenanceScreen,
}))

/** Around every screen: what may appear over any of them, and what keeps the keyboard's place. */
export function RootLayout() {
  const { pathname } = useLocation()
  const user = useSession()?.user
  useFocusOnNavigation()
  useFollowedSession()
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-celeste px-4 py-3 font-bold text-sobre-celeste focus:translate-y-0"
      >
        Saltar al contenido
      </a>
      <ScreenTitle />
      {isClosed(pathname, user) ? (
        <Suspense>
          <MaintenanceScreen />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <NavigationProgress />
      <ChunkSplash />
      <FreshUserWhenSignedIn />
      <StepUpWhenAsked />
      <SessionExpiredWhenTold />
      <AlertWhenOpen />
      <NoticeStack />
      <ToastHost />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

/**
 * The tab is called as the register calls its screen. Rendered before the screen: one that calls itself by what it shows, an
 * event's for example, has the last word.
 */
function ScreenTitle() {
  const { pathname } = useLocation()
  const title = useMatches().reduce<string | undefined>((found, { handle }) => titleOf(handle) ?? found, undefined)
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${brand.name}`
  }, [pathname, title])
  return null
}

function titleOf(handle: unknown): string | undefined {
  const isNamed = typeof handle === 'object' && handle !== null && 'title' in handle
  return isNamed && typeof handle.title === 'string' ? handle.title : undefined
}

/** Every page that the browser loads afresh has the same key, `default`: each keeps a place of its own. */
const scrollKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

/** After going to another page the next Tab begins in its content, and readers start there; or in the one field that is left to fill. */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (hash) return
    const main = document.getElementById('main')
    const place = main?.querySelector<HTMLElement>('[data-screen-focus]') ?? main
    place?.focus({ preventScroll: true })
  }, [pathname, hash])
}
