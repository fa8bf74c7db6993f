/** An event's picture as `web/features/events/Flyer.tsx` draws it. */
import { IMAGE_WIDTHS, mediaPath, type ImageFormat } from '#contract/api/files.ts'
import { coverOf } from '#contract/first-paint/card-words.ts'
import { isFlyerShaped } from '#contract/events/event-card.ts'
import type { PublicImage } from '#contract/events/event-schemas.ts'
import { html, type Markup } from '#server/shared/html.ts'

interface FlyerLook {
  /** As the `sizes` of an image. */
  readonly sizes: string
  readonly priority: boolean | 'soon'
  /** Left out, it fills its frame. */
  readonly whole?: 'in4by5' | 'inStrip'
  /** Its room is empty below 480 px. */
  readonly notOnPhones?: boolean
}

/** A picture of one clear point. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** The flyer, in the best format there is; the program tries the next one where AVIF is not made yet. */
export function flyer(image: PublicImage, { sizes, priority, whole, notOnPhones = false }: FlyerLook): Markup {
  const sources = (format: ImageFormat) =>
    IMAGE_WIDTHS.map((width) => `${mediaPath(image.id, width, format)} ${width}w`).join(', ')
  const isInside = whole === 'inStrip' || (whole === 'in4by5' && !isFlyerShaped(image))
  const where = notOnPhones && html`media="(min-width: 480px)"`
  return html`${isInside && !notOnPhones && light(image, 'inset-0 size-full scale-125 opacity-60')}<picture
      class="contents"
    >
      <source ${where} type="image/avif" srcset="${sources('avif')}" sizes="${sizes}" />
      <source ${where} type="image/webp" srcset="${sources('webp')}" sizes="${sizes}" />
      <img
        src="${notOnPhones ? NOTHING : mediaPath(image.id, 1280, 'jpg')}"
        width="${image.width}"
        height="${image.height}"
        alt=""
        loading="${priority ? 'eager' : 'lazy'}"
        fetchpriority="${priority === true ? 'high' : 'auto'}"
        decoding="async"
        class="${isInside ? 'relative block size-full object-contain' : 'block size-full object-cover'}"
      />
    </picture>`
}

/** Behind what is around the flyer. */
export function light(image: PublicImage, place: string): Markup {
  return html`<img
    src="${mediaPath(image.id, 320, 'webp')}"
    alt=""
    fetchpriority="low"
    decoding="async"
    class="pointer-events-none absolute object-cover blur-2xl ${place}"
  />`
}

const COVERS = [
  'from-mesa-2 to-tinta text-celeste',
  'from-mesa-2 to-tinta text-sol',
  'from-celeste to-mesa text-sobre-celeste',
  'from-sol to-mesa text-noche',
] as const

/** What an event without a flyer has in its place. */
export function cover(lettering = ''): Markup {
  const colours = COVERS[coverOf(lettering, COVERS.length)] ?? COVERS[0]
  return html`<div class="@container relative block size-full overflow-hidden bg-linear-160 ${colours}">
    ${
      lettering &&
      html`<span
        aria-hidden="true"
        class="display absolute inset-0 line-clamp-6 p-2 text-12 text-balance wrap-anywhere hyphens-auto uppercase @min-[12rem]:p-6 @min-[12rem]:text-28"
        >${lettering}</span
      >`
    }
  </div>`
}
