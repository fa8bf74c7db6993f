/**
 * The routes of the program, from the register of screens (`contract/platform/screens.ts`). A screen's file exports `Component` and,
 * if it reads something before it is drawn, `loader`; it is a chunk of its own.
 */
import { redirect, type RouteObject } from 'react-router'
import { areas, type Area, type BackofficeArea } from '#contract/api/areas.ts'
import { places } from '#contract/platform/places.ts'
import type { Description, Place, Screen } from '#contract/platform/screen.ts'
import { currentSession } from './api/session.ts'
import type { ScreenModule } from './signed-in-screens.ts'
import { chunk } from './shell/failures/chunk.ts'
import { guard } from './shell/session/guards.ts'
import { NotFoundScreen } from './shell/failures/NotFoundScreen.tsx'
import { FramedRouteError, PublicLayout } from './shell/layout/PublicLayout.tsx'
import { RootLayout } from './shell/layout/RootLayout.tsx'
import { BareRouteError, RouteError } from './shell/failures/RouteError.tsx'

type LoadedScreen = ScreenModule & Pick<RouteObject, 'handle'>

/** What opens without a session. All others are a list of their own, `signed-in-screens`, which comes with the first of them. */
export const outerScreens = import.meta.glob<ScreenModule>([
  './areas/account/**/*Screen.tsx',
  './areas/public/**/*Screen.tsx',
])

async function loadScreen({ title, file, needs, help }: Description): Promise<LoadedScreen> {
  const handle = { title, needs, help }
  if (file === undefined) {
    const { NotYetScreen } = await import('./shell/failures/NotYetScreen.tsx')
    return { Component: NotYetScreen, handle }
  }
  const path = `./areas/${file}.tsx`
  const load = outerScreens[path] ?? (await import('./signed-in-screens.ts')).innerScreens[path]
  if (!load) throw new Error(`There is no screen ${path}`)
  const found = await load()
  if (needs === undefined || typeof found.loader !== 'function') return { ...found, handle }
  const { Component, loader } = found
  // The frame says so; nothing is read.
  return { Component, handle, loader: (...given) => (currentSession()?.user.companyId ? loader(...given) : null) }
}

/** What the back office's screens are called comes with the first of them. */
async function loadDescribed(name: string): Promise<LoadedScreen> {
  const description = (await import('./signed-in-screens.ts')).describe(name)
  if (!description) throw new Error(`There is no screen ${name}`)
  return loadScreen(description)
}

function routeOf([name, place]: readonly [string, Place | Screen]): RouteObject {
  const { path, who, movedTo } = place
  const route = { path, middleware: guard(who) }
  if (movedTo) return { ...route, loader: () => redirect(movedTo) }
  return { ...route, lazy: chunk(() => ('title' in place ? loadScreen(place) : loadDescribed(name))) }
}

/** The screens of an area. A failing one keeps the frame around it. */
function screensOf(area: Area, ...more: RouteObject[]): RouteObject {
  const routes = Object.entries<Place | Screen>(places)
    .filter(([, place]) => place.area === area)
    .map(routeOf)
  return { ErrorBoundary: RouteError, children: [...routes, ...more] }
}

/** The frames of what only people with a session see come with their first screen. */
const clientFrame = chunk(async () => ({ Component: (await import('./shell/layout/ClientLayout.tsx')).ClientLayout }))

const eventFrame = chunk(() => import('./areas/organizer/workspace/EventWorkspace.tsx'))

function backoffice(area: BackofficeArea, ...inside: RouteObject[]): RouteObject {
  return {
    lazy: chunk(async () => {
      const { BackofficeLayout } = await import('./shell/layout/BackofficeLayout.tsx')
      return { element: <BackofficeLayout area={area} /> }
    }),
    middleware: guard(areas[area].who),
    ErrorBoundary: FramedRouteError,
    children: [screensOf(area, ...inside)],
  }
}

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: BareRouteError,
    children: [
      {
        Component: PublicLayout,
        children: [
          screensOf(
            'public',
            { lazy: clientFrame, children: [screensOf('client')] },
            { path: '*', Component: NotFoundScreen },
          ),
        ],
      },
      backoffice('organizer', { lazy: eventFrame, children: [screensOf('event')] }),
      backoffice('promoter'),
      backoffice('commercial'),
      backoffice('god'),
      { ...screensOf('full'), ErrorBoundary: FramedRouteError },
    ],
  },
]
