/** The screens of those who have a session and what the back office's are called, kept out of the first chunk of visitors. */
import type { RouteObject } from 'react-router'

export { describe } from '#contract/platform/screens.ts'

/** What the file of a screen exports. */
export type ScreenModule = Required<Pick<RouteObject, 'Component'>> & Pick<RouteObject, 'loader'>

export const innerScreens = import.meta.glob<ScreenModule>([
  './areas/**/*Screen.tsx',
  '!./areas/account/**/*Screen.tsx',
  '!./areas/public/**/*Screen.tsx',
])
