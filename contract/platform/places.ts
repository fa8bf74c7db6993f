/** Where every screen is, by its name: what addresses and routes are made of. */
import { backofficePlaces } from './backoffice-places.ts'
import { outerScreens } from './screens-outer.ts'

export const places = { ...outerScreens, ...backofficePlaces }
export type ScreenName = keyof typeof places
