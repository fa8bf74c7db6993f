/**
 * What an event's page shows before its script has run, in the same classes as `web/areas/public/events/EventScreen.tsx`, so
 * that nothing moves when the screen takes over.
 */
import { paths } from '#contract/api/paths.ts'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { formatDay, toLocalTime } from '#contract/values/dates.ts'
import { isToCome } from '#contract/first-paint/event-notice.ts'
import { html, type Markup } from '#server/shared/html.ts'
import { badges } from './badges.ts'
import { eventSale } from './event-sale.ts'
import { cover, flyer, light } from './flyer.ts'
import { topBar } from '#server/shared/top-bar.ts'

/** How wide the screen draws the flyer, as the `sizes` of an image. */
export const FLYER_SIZES = '(min-width: 1024px) 560px, 100vw'

interface EventHero {
  readonly event: EventPage
  readonly types: readonly TicketType[]
  readonly now: string
}

/** The event's first screen: when, where, what there is to buy and the way to the checkout. */
export function eventHero({ event, types, now }: EventHero): Markup {
  const until = event.endTime ? ` a ${event.endTime}` : ''
  const when = event.startDate
    ? `${formatDay(event.startDate)} · ${toLocalTime(event.startDate)}${until}`
    : 'Fecha a confirmar'
  return html`${topBar()}
    <main>
      <article
        class="relative isolate mx-auto max-w-[1280px] lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:gap-12 lg:px-10 lg:pt-28 lg:pb-16"
      >
        ${
          event.flyer &&
          html`<div aria-hidden="true" class="absolute inset-x-0 top-0 -z-10 h-[44rem] overflow-hidden">
            ${light(event.flyer, 'inset-0 size-full scale-125 opacity-25')}
            <div class="absolute inset-0 bg-linear-to-b from-transparent to-noche"></div>
          </div>`
        }
        <div class="pt-16 lg:sticky lg:top-28 lg:self-start lg:pt-0">
          <div
            class="relative w-full overflow-hidden lg:rounded-card lg:border lg:border-linea ${
              event.flyer ? 'aspect-[4/5] max-h-[52dvh] lg:max-h-[calc(100dvh-9rem)]' : 'h-28 lg:h-64'
            }"
          >
            ${event.flyer ? flyer(event.flyer, { sizes: FLYER_SIZES, priority: true, whole: 'inStrip' }) : cover()}
          </div>
        </div>
        <div class="px-5 pt-5 pb-10 md:px-10 lg:px-0 lg:pt-0">
          <header class="relative mb-8">
            <div class="mb-2 flex flex-wrap items-center gap-3 max-lg:min-h-11 max-lg:pr-14">
              <p class="eyebrow text-sol">${when}</p>
              ${badges(event, now)}
            </div>
            <h1 class="display mb-3 text-34 text-balance lg:text-48">${event.name}</h1>
            <p class="text-humo">${event.Location.name} · ${event.adress}, ${event.Location.city}</p>
            <p class="mt-1 text-humo">
              Organiza
              <a href="${paths.company(event.company.slug)}" class="font-bold text-celeste no-underline hover:underline"
                >${event.company.name}</a
              >${event.minimumAge !== null && ` · +${event.minimumAge}`}
            </p>
            <div class="max-lg:absolute max-lg:top-0 max-lg:right-0 lg:mt-4"><span class="block min-h-11"></span></div>
          </header>
          ${isToCome(event) && eventSale({ event, types, now })}
        </div>
      </article>
    </main>`
}
