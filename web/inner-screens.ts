/** The screens of those who have a session, and where each stands: most of them, and nothing that a visitor's first page waits for. */
import type { RouteObject } from 'react-router'

/** What the file of a screen exports. */
export type ScreenModule = Required<Pick<RouteObject, 'Component'>> & Pick<RouteObject, 'loader'>

export const innerScreens = import.meta.glob<ScreenModule>([
  './areas/**/*Screen.tsx',
  '!./areas/account/**/*Screen.tsx',
  '!./areas/public/**/*Screen.tsx',
])
