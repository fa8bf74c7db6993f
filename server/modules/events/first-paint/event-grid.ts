/** Cards of events, as `EventGrid` of `web/features/events/EventCard.tsx` draws them. */
import { eventPath } from '#contract/api/paths.ts'
import { priceWords, whenWords } from '#contract/first-paint/card-words.ts'
import type { EventCard } from '#contract/events/event-schemas.ts'
import { html, type Markup } from '#server/shared/html.ts'
import { badge, badges } from './badges.ts'
import { cover, flyer } from './flyer.ts'

/** On a phone: one finger moves along the nights, or each is a row. */
type Look = 'strip' | 'rows'

/** How wide a card's flyer is drawn, as the `sizes` of an image. */
export const CARD_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 32vw, (min-width: 480px) 48vw'
const ON_PHONES: Record<Look, string> = { strip: '270px', rows: '116px' }
/** Flyers that a phone shows at once. */
const IN_SIGHT: Record<Look, number> = { strip: 1, rows: 4 }
const GRIDS: Record<Look, string> = {
  strip:
    'max-[479px]:-mx-5 max-[479px]:flex max-[479px]:snap-x max-[479px]:items-start max-[479px]:snap-mandatory max-[479px]:gap-3 max-[479px]:scroll-px-5 max-[479px]:overflow-x-auto max-[479px]:px-5 max-[479px]:pb-2 min-[480px]:grid min-[480px]:grid-cols-2 min-[480px]:gap-5 lg:grid-cols-3 xl:grid-cols-4',
  rows: 'grid grid-cols-1 gap-3 min-[480px]:grid-cols-2 min-[480px]:gap-5 lg:grid-cols-3 xl:grid-cols-4',
}
const FRAME = 'flex flex-col overflow-hidden rounded-card border border-linea bg-tinta'
const STRIP = 'max-[479px]:w-[min(68vw,17rem)] max-[479px]:shrink-0 max-[479px]:snap-start'
const CARDS: Record<Look, string> = {
  strip: `${STRIP} max-[479px]:[&_h3]:line-clamp-2 max-[479px]:[&_h3+p]:line-clamp-2`,
  rows: 'max-[479px]:min-h-36 max-[479px]:flex-row max-[479px]:[&_h3]:line-clamp-2 max-[479px]:[&_h3]:text-16 max-[479px]:[&_h3+p]:line-clamp-1',
}
const PICTURES: Record<Look, string> = {
  strip: '',
  rows: 'max-[479px]:w-[7.2rem] max-[479px]:shrink-0 max-[479px]:self-start',
}
const TEXTS: Record<Look, string> = { strip: '', rows: 'max-[479px]:min-w-0 max-[479px]:gap-0.5 max-[479px]:p-3' }

interface Grid {
  readonly events: readonly EventCard[]
  readonly look: Look
  /** Their day is said above them. */
  readonly hasDayAbove?: boolean
  readonly now: string
}

export function eventGrid({ events, look, hasDayAbove = false, now }: Grid): Markup {
  return html`<ul class="${GRIDS[look]}">
    ${events.map((event, place) => html`<li class="contents">${card(event, { place, look, hasDayAbove, now })}</li>`)}
  </ul>`
}

interface CardLook {
  readonly place: number
  readonly look: Look
  readonly hasDayAbove: boolean
  readonly now: string
}

function card(event: EventCard, { place, look, hasDayAbove, now }: CardLook): Markup {
  const where = `${event.Location.name}, ${event.Location.city}`
  const priority = place === 0 || (place === 1 && 'soon')
  // What a finger must move to leaves the line to the program, which draws it: of a strip's next one there is only an edge.
  const isLeftOut = place >= IN_SIGHT[look]
  return html`<a
    href="${eventPath(event)}"
    class="group ${FRAME} text-papel no-underline transition-colors duration-150 hover:border-humo ${CARDS[look]}"
  >
    <div class="relative aspect-[4/5] overflow-hidden bg-mesa ${PICTURES[look]}">
      ${
        event.flyer
          ? flyer(event.flyer, {
              sizes: `${CARD_SIZES}, ${ON_PHONES[look]}`,
              priority,
              whole: 'in4by5',
              notOnPhones: isLeftOut,
            })
          : cover(event.name)
      }
    </div>
    <div class="flex flex-1 flex-col gap-1 p-4 ${TEXTS[look]}">
      <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p class="text-14 font-semibold text-sol first-letter:uppercase">${whenWords(event, hasDayAbove)}</p>
        ${badges(event, now)}${look === 'strip' && event.isPinned && badge('celeste', 'Destacado')}
      </div>
      <h3 class="text-18 leading-snug font-bold text-balance wrap-anywhere hyphens-auto">${event.name}</h3>
      <p class="text-14 wrap-anywhere text-humo">${where}</p>
      <p class="mt-auto pt-1 text-16 font-bold">${event.availability !== 'closed' && priceWords(event)}</p>
    </div>
  </a>`
}

const PLACE = html`<div class="${FRAME} ${STRIP}">
  <span class="block animate-pulse-soft rounded-card bg-mesa"><span class="block aspect-[4/5] w-full"></span></span>
  <span class="flex flex-1 flex-col gap-2 p-4"><span class="h-4 w-2/3"></span><span class="h-5 w-5/6"></span></span>
</div>`

/** Their places, while it is not known which they are. */
export const emptyStrip = html`<div class="${GRIDS.strip}">${PLACE}${PLACE}${PLACE}${PLACE}</div>`
