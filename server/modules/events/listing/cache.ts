/** Options of the list's filters, cached for 30 s: they change with publications and rarely otherwise. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { getEventsPreview } from '#contract/events/events.ts'
import { perProcess, type App } from '#server/context.ts'
import { createCachedValue } from '#server/shared/cached-value.ts'

export type Filters = Answer<typeof getEventsPreview>['filters']

const KEPT_MS = 30_000

/** The kept filters, or those that `list` makes. Nothing but time clears them. */
export function cachedFilters(app: App, list: () => Promise<Filters>): Promise<Filters> {
  return perProcess(app, 'events.filters', () => createCachedValue<Filters>(app.clock, KEPT_MS)).get(list)
}
