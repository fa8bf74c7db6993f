/** What the list's filters offer, kept for half a minute: it changes with every publication and hardly ever otherwise. */
import { LRUCache } from 'lru-cache'
import type { Answer } from '#contract/endpoint.ts'
import type { getEventsPreview } from '#contract/events.ts'
import { perProcess, type App } from '#server/context.ts'

export type Filters = Answer<typeof getEventsPreview>['filters']

const KEPT_MS = 30_000

/** The kept filters, or those that `list` makes; callers that come together share one making. Nothing but time clears it. */
export async function keptFilters(app: App, list: () => Promise<Filters>): Promise<Filters> {
  const cache = perProcess(
    app,
    'events.filters',
    () =>
      new LRUCache<'all', { filters: Promise<Filters> }>({
        max: 1,
        ttl: KEPT_MS,
        perf: { now: () => app.clock.epochMs() },
      }),
  )
  const kept = cache.get('all')
  if (kept) return kept.filters
  const filters = list()
  cache.set('all', { filters })
  // A failure is not kept.
  filters.catch(() => cache.delete('all'))
  return filters
}
