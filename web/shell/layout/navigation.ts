import type { SessionUser } from '#contract/accounts.ts'
import { areas, screenList, type Area } from '#contract/screens.ts'
import { mayEnter } from '../session/entrance.ts'

interface NavLink {
  readonly label: string
  readonly to: string
}

/** The navigation of an area for a person: what nobody sent them away from. Visitors see all that they could sign in for. */
export function navigation(area: Area, user: SessionUser | undefined): readonly NavLink[] {
  return screenList.flatMap(({ path, nav, who }) => {
    const label = nav?.[area]
    const isTheirs = who === undefined || who === 'signedIn' || !user || mayEnter(user, who)
    return label !== undefined && isTheirs ? [{ label, to: path }] : []
  })
}

/** What the navigation of an area is called. */
export const navigationName = (area: 'client' | 'organizer' | 'god') => areas[area].name
