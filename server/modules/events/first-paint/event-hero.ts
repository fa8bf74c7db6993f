/**
 * What an event's page shows before its script has run: flyer, date, name and place in the same classes as
 * `web/areas/public/events/EventScreen.tsx`, so that nothing moves when the screen takes over.
 */
import { formatDay, toLocalTime } from '#contract/values/dates.ts'
import type { PublicImage } from '#contract/events/event-card.ts'
import type { EventPage } from '#contract/events/events.ts'
import { IMAGE_WIDTHS, mediaPath, type ImageFormat } from '#contract/api/files.ts'
import { html, type Markup } from '#server/shared/html.ts'

/** How wide the screen draws the flyer, as the `sizes` of an image. */
export const FLYER_SIZES = '(min-width: 1024px) 560px, 100vw'

/** The event's first screen without what can be pressed. */
export function eventHero(event: EventPage): Markup {
  const until = event.endTime ? ` a ${event.endTime}` : ''
  const when = event.startDate
    ? `${formatDay(event.startDate)} · ${toLocalTime(event.startDate)}${until}`
    : 'Fecha a confirmar'
  return html`<article
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
        ${event.flyer && flyer(event.flyer)}
      </div>
    </div>
    <div class="px-5 pt-5 pb-10 md:px-10 lg:px-0 lg:pt-0">
      <header class="relative mb-8">
        <div class="mb-2 flex flex-wrap items-center gap-3 max-lg:min-h-11 max-lg:pr-14">
          <p class="eyebrow text-sol">${when}</p>
        </div>
        <h1 class="display mb-3 text-34 text-balance lg:text-48">${event.name}</h1>
        <p class="text-humo">${event.Location.name} · ${event.adress}, ${event.Location.city}</p>
      </header>
    </div>
  </article>`
}

function flyer(image: PublicImage): Markup {
  const sources = (format: ImageFormat) =>
    IMAGE_WIDTHS.map((width) => `${mediaPath(image.id, width, format)} ${width}w`).join(', ')
  return html`${light(image, 'inset-0 size-full scale-125 opacity-60')}<picture class="contents">
      <source type="image/avif" srcset="${sources('avif')}" sizes="${FLYER_SIZES}" />
      <source type="image/webp" srcset="${sources('webp')}" sizes="${FLYER_SIZES}" />
      <img
        src="${mediaPath(image.id, 1280, 'jpg')}"
        width="${image.width}"
        height="${image.height}"
        alt=""
        fetchpriority="high"
        decoding="async"
        class="relative block size-full object-contain"
      />
    </picture>`
}

/** Behind what is around the flyer (`FlyerLight`). */
function light(image: PublicImage, place: string): Markup {
  return html`<img
    src="${mediaPath(image.id, 320, 'webp')}"
    alt=""
    decoding="async"
    class="pointer-events-none absolute object-cover blur-2xl ${place}"
  />`
}
