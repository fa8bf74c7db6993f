/**
 * What the list of events shows before its program runs, in the classes of `web/areas/public/events/EventsScreen.tsx`: search, short
 * cuts and the first events, all of which work without script.
 */
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import type { getEventsPreview } from '#contract/events/events.ts'
import { eventsPath, shortcuts } from '#contract/first-paint/events-links.ts'
import { toNight } from '#contract/values/dates.ts'
import { grouped } from '#contract/values/numbers.ts'
import { html, type Markup } from '#server/shared/html.ts'
import { topBar } from '#server/shared/top-bar.ts'
import { CHIP } from './chip.ts'
import { eventGrid } from './event-grid.ts'
import { searchBox } from './search-box.ts'

/** Two rows of a desktop, and more than a phone shows at once. */
const MOST = 8
/** For «Filtros», which the program alone opens. */
const ROOM =
  'inline-flex min-h-14 shrink-0 items-center justify-center gap-2 rounded-full border-2 border-linea px-8 py-2 text-16 leading-tight font-bold max-sm:w-14 max-sm:px-0'

/** `list` is the answer of the list's first read, without filters; null for none and for one without events. */
export function listHero(list: Answer<typeof getEventsPreview> | null, now: string): Markup | null {
  if (!list || list.events.length === 0) return null
  const { total } = list.pagination
  const count = total === 1 ? '1 evento' : `${grouped(total)} eventos`
  return html`${topBar()}
    <main class="column pt-24 pb-20 lg:pt-28">
      <h1 class="display mb-5 lg:mb-6 text-34 lg:text-48">Eventos</h1>
      <h2 class="sr-only">Resultados</h2>
      <div class="mb-4">
        <form role="search" aria-label="Buscar eventos" action="${paths.events()}" class="flex gap-3">
          ${searchBox}
          <span aria-hidden="true" style="visibility:hidden" class="${ROOM}">
            <span class="block" style="width:18px"></span><span class="max-sm:sr-only">Filtros</span>
          </span>
        </form>
        <ul class="mt-4 flex flex-wrap gap-2" aria-label="Búsquedas rápidas">
          ${shortcuts(toNight(now)).map(
            ({ label, query }) => html`<li><a href="${eventsPath(query)}" class="${CHIP}">${label}</a></li>`,
          )}
        </ul>
        <div class="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
          <p class="text-14 text-humo">${count}</p>
        </div>
      </div>
      ${eventGrid({ events: list.events.slice(0, MOST), look: 'rows', now })}
    </main>`
}
