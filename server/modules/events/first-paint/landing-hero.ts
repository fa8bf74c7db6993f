/**
 * What the landing shows before its script has run: the same words in the same classes as the hero and the first nights of
 * `web/areas/public/events/HomeScreen.tsx`, so that nothing moves when the screen takes over. Its links and its search work
 * without script.
 */
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import type { getEventsHome } from '#contract/events/events.ts'
import { eventsPath } from '#contract/first-paint/events-links.ts'
import { datesOf, landingNights } from '#contract/first-paint/landing-nights.ts'
import { brand } from '#contract/platform/brand.ts'
import { toNight } from '#contract/values/dates.ts'
import { html, type Markup } from '#server/shared/html.ts'
import { CHIP } from './chip.ts'
import { emptyStrip, eventGrid } from './event-grid.ts'
import { searchBox } from './search-box.ts'
import { topBar } from '#server/shared/top-bar.ts'

/** A desktop's row; a phone shows two. */
const MOST = 4

/** `home` is the answer of the landing's first read; null when it could not be read. */
export function landingHero(home: Answer<typeof getEventsHome> | null, now: string): Markup {
  return html`${topBar({ hasMenu: true })}
    <main class="relative overflow-hidden">
      <div class="column relative grid pt-18 pb-16 lg:grid-cols-[1.35fr_1fr] lg:items-start lg:gap-x-14 lg:pt-22">
        <div class="lg:min-h-96">
          <h1 class="display text-28 sm:text-48 xl:text-72">
            La noche <br class="hidden lg:inline" />empieza <br />en la <span class="text-celeste">previa</span>.
          </h1>
          <p class="mt-4 max-w-[34rem] text-18 text-balance text-humo max-sm:hidden">${brand.description}</p>
          <form role="search" action="${paths.events()}" class="mt-3 flex gap-3 sm:mt-5">
            ${searchBox}
            <button
              type="submit"
              class="inline-flex min-h-14 items-center justify-center rounded-full bg-celeste px-8 py-2 text-center text-16 leading-tight font-bold text-sobre-celeste max-sm:hidden"
            >
              Ver eventos
            </button>
          </form>
          <div class="flex flex-wrap items-center justify-end gap-x-4 sm:mt-3">
            <a
              href="${paths.refundPolicy()}"
              class="inline-flex min-h-11 items-center text-12 text-humo underline max-sm:-my-2 hover:text-papel"
              >Botón de Arrepentimiento</a
            >
          </div>
        </div>
        <div class="lg:col-span-2 lg:row-start-2 lg:mt-7">${firstNights(home, now)}</div>
      </div>
    </main>`
}

function firstNights(home: Answer<typeof getEventsHome> | null, now: string): Markup {
  const tonight = toNight(now)
  const nights =
    home && landingNights({ year: home.year, month: home.month, events: home.eventsCloseToDate.events }, tonight)
  if (!nights || nights.events.length === 0) {
    return html`<div class="mb-2 flex min-h-11 items-center lg:mb-3">
        <span class="block h-7 w-40 rounded-card bg-mesa"></span>
      </div>
      ${emptyStrip}`
  }
  const { title, events, narrowings, hasDayAbove } = nights
  return html`<div class="mb-2 flex min-h-11 flex-wrap items-center gap-x-3 lg:mb-3">
      <h2 class="display text-22 lg:text-28 ${narrowings.length > 0 && 'max-sm:sr-only'}">${title}</h2>
      ${
        narrowings.length > 0 &&
        html`<ul class="flex gap-2">
          ${narrowings.map(
            ({ key, label }) =>
              html`<li><a href="${eventsPath(datesOf(key, tonight))}" class="${CHIP}">${label}</a></li>`,
          )}
        </ul>`
      }
      <a href="${paths.events()}" class="ml-auto inline-flex min-h-11 shrink-0 items-center font-semibold text-celeste"
        >Ver todos</a
      >
    </div>
    ${eventGrid({ events: events.slice(0, MOST), look: 'strip', hasDayAbove, now })}`
}
