import { Outlet } from 'react-router'
import { AppBanner } from './AppBanner.tsx'
import { Footer } from './Footer.tsx'
import { TopBar } from './TopBar.tsx'

/** Pages with the bar above and the foot below. The bar floats: a page begins 64 px under the top by its own padding. */
export function PublicLayout() {
  return (
    <>
      <TopBar />
      <main id="main" tabIndex={-1} className="relative min-h-dvh">
        <Outlet />
      </main>
      <Footer />
      <AppBanner />
    </>
  )
}
