/** The first nights of the landing, as `EventGrid` of `web/features/events/EventCard.tsx` draws its strip. */
import { eventPath } from '#contract/api/paths.ts'
import { priceWords, whenWords } from '#contract/first-paint/card-words.ts'
import type { EventCard } from '#contract/events/event-card.ts'
import { html, type Markup } from '#server/shared/html.ts'
import { badges } from './badges.ts'
import { cover, flyer } from './flyer.ts'

/** How wide a card's flyer is drawn, as the `sizes` of an image. */
export const CARD_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 32vw, (min-width: 480px) 48vw'
/** A desktop's row; a phone shows two. */
const MOST = 4
const CARD =
  'flex flex-col overflow-hidden rounded-card border border-linea bg-tinta max-[479px]:w-[min(68vw,17rem)] max-[479px]:shrink-0 max-[479px]:snap-start'
const GRID =
  'max-[479px]:-mx-5 max-[479px]:flex max-[479px]:snap-x max-[479px]:items-start max-[479px]:snap-mandatory max-[479px]:gap-3 max-[479px]:scroll-px-5 max-[479px]:overflow-x-auto max-[479px]:px-5 max-[479px]:pb-2 min-[480px]:grid min-[480px]:grid-cols-2 min-[480px]:gap-5 lg:grid-cols-3 xl:grid-cols-4'

interface Strip {
  readonly events: readonly EventCard[]
  readonly hasDayAbove: boolean
  readonly now: string
}

export function eventStrip({ events, hasDayAbove, now }: Strip): Markup {
  return html`<ul class="${GRID}">
    ${events.slice(0, MOST).map((event, place) => html`<li class="contents">${card(event, place, hasDayAbove, now)}</li>`)}
  </ul>`
}

function card(event: EventCard, place: number, hasDayAbove: boolean, now: string): Markup {
  const where = `${event.Location.name}, ${event.Location.city}`
  const priority = place === 0 || (place === 1 && 'soon')
  return html`<a
    href="${eventPath(event)}"
    class="group text-papel no-underline transition-colors duration-150 hover:border-humo max-[479px]:[&_h3]:line-clamp-2 max-[479px]:[&_h3+p]:line-clamp-2 ${CARD}"
  >
    <div class="relative aspect-[4/5] overflow-hidden bg-mesa">
      ${event.flyer ? flyer(event.flyer, { sizes: `${CARD_SIZES}, 270px`, priority, whole: 'in4by5' }) : cover(event.name)}
    </div>
    <div class="flex flex-1 flex-col gap-1 p-4">
      <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p class="text-14 font-semibold text-sol first-letter:uppercase">${whenWords(event, hasDayAbove)}</p>
        ${badges(event, now)}
      </div>
      <h3 class="text-18 leading-snug font-bold text-balance wrap-anywhere hyphens-auto">${event.name}</h3>
      <p class="text-14 wrap-anywhere text-humo">${where}</p>
      <p class="mt-auto pt-1 text-16 font-bold">${event.availability !== 'closed' && priceWords(event)}</p>
    </div>
  </a>`
}

const PLACE = html`<div class="${CARD}">
  <span class="block animate-pulse-soft rounded-card bg-mesa"><span class="block aspect-[4/5] w-full"></span></span>
  <span class="flex flex-1 flex-col gap-2 p-4"><span class="h-4 w-2/3"></span><span class="h-5 w-5/6"></span></span>
</div>`

/** Their places, while it is not known which they are. */
export const emptyStrip = html`<div class="${GRID}">${PLACE}${PLACE}${PLACE}${PLACE}</div>`
