/**
 * Every screen there is, and what the program derives from it: addresses (`paths`), routes, guards, navigation, the tab's
 * title, what the server answers and what robots leave alone. A screen is its entry in the register and its own file. One of
 * the back office has its place in `backoffice-places.ts` and the rest in the file of its area: a visitor's phone loads the
 * places alone.
 */
import { backofficePlaces } from './backoffice-places.ts'
import type { Description, Screen } from './screen.ts'
import { commercialScreens } from './screens-commercial.ts'
import { godScreens } from './screens-god.ts'
import { organizerScreens } from './screens-organizer.ts'
import { promoterScreens } from './screens-promoter.ts'
import { outerScreens } from './screens-outer.ts'

export type { Screen }

const descriptions: Readonly<Record<keyof typeof backofficePlaces, Description>> = {
  ...promoterScreens,
  ...commercialScreens,
  ...organizerScreens,
  ...godScreens,
}

/** As a list, each with its name. */
export const screenList: readonly (Screen & { readonly name: string })[] = [
  ...Object.entries(outerScreens).map(([name, screen]) => ({ name, ...screen })),
  ...Object.entries(descriptions).map(([name, description]) => ({
    name,
    ...description,
    ...backofficePlaces[name as keyof typeof backofficePlaces], // its own key
  })),
]

/** The back office's screen of this name; undefined where the name is no such screen's. */
export const describe = (name: string): Description | undefined => descriptions[name as keyof typeof descriptions]
