import type { SessionUser } from '#contract/accounts/accounts.ts'
import { areas, type Area, type NavEntry } from '#contract/api/areas.ts'
import { screenList } from '#contract/platform/screens.ts'
import { mayEnter } from '../session/screen-access.ts'
import { groupBy } from '#web/lib/group-by.ts'

export interface NavLink extends NavEntry {
  readonly to: string
}

/** The navigation of an area for a person: the screens whose guards let them in. Visitors see all that they could sign in for. */
export function navigation(area: Area, user: SessionUser | undefined): readonly NavLink[] {
  return screenList.flatMap(({ path, nav, who }) => {
    const entry = nav?.[area]
    const isTheirs = who === undefined || who === 'signedIn' || !user || mayEnter(user, who)
    return entry && isTheirs ? [{ ...entry, to: path }] : []
  })
}

/** The same by groups, in the order in which they first appear; entries without one come first. */
export function groupedNavigation(
  area: Area,
  user: SessionUser | undefined,
): readonly (readonly [string, readonly NavLink[]])[] {
  return [...groupBy(navigation(area, user), ({ group }) => group ?? '')].sort(
    ([one], [other]) => Number(one !== '') - Number(other !== ''),
  )
}

/** What the navigation of an area is called. */
export const navigationName = (area: Exclude<Area, 'public' | 'full'>) => areas[area].name
