/** What the register says of a screen. */
import type { Area, NavEntry, Who } from '#contract/api/areas.ts'

/** Where a screen is, and for whom. */
export interface Place {
  /** Its address, with `:name` in place of what varies. */
  readonly path: `/${string}`
  readonly area: Area
  /** Restricts the screen to part of its area; everyone in the area if omitted. */
  readonly who?: Who
  /** An old address: the one that it leads to. */
  readonly movedTo?: `/${string}`
}

/** What a screen is called, and where its file is. */
export interface Description {
  /** Of the tab; a screen that shows a person's data may be named after it. */
  readonly title: string
  /** Its chunk, `web/areas/<file>.tsx`; none where the plan leads and nothing is built yet. */
  readonly file?: `${string}/${string}Screen`
  /** Its entry in the navigation of an area, in the register's order. */
  readonly nav?: { readonly [In in Area]?: NavEntry }
  /** People without a company see why there is nothing for them here. */
  readonly needs?: 'company'
  /** Worth a place in search engines; robots are asked to leave all others alone. */
  readonly isIndexed?: true
  /** The address carries a secret: it is sent to no other site. */
  readonly hasSecretAddress?: true
  /** The page of the help that is about it. */
  readonly help?: string
}

export type Screen = Place & Description
