import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { useRestDrawn } from '#web/lib/start/use-rest-drawn.ts'
import { Footer } from './Footer.tsx'
import { RouteError } from '../failures/RouteError.tsx'
import { TopBar } from './TopBar.tsx'

/** Pages with the bar above and the foot below. The bar floats: a page begins 64 px under the top by its own padding. */
export function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}

/** For failures of layouts themselves, a refused guard for example: the public frame around the message. */
export function FramedRouteError() {
  return (
    <PublicFrame>
      <RouteError />
    </PublicFrame>
  )
}

function PublicFrame({ children }: { children: ReactNode }) {
  const isRestDrawn = useRestDrawn()
  return (
    <>
      <TopBar />
      <main id="main" tabIndex={-1} className="relative min-h-dvh pt-[calc(var(--hold-bar)+var(--offline-bar))]">
        {children}
      </main>
      {isRestDrawn && <Footer />}
    </>
  )
}
