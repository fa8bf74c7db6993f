import { useState } from 'react'
import { coverOf } from '#contract/first-paint/card-words.ts'
import { isFlyerShaped } from '#contract/events/event-card.ts'
import { mediaPath } from '#contract/api/files.ts'
import { imageSources, largestImage, type StoredImage } from '#web/lib/media.ts'
import { classes } from '#web/ui/base/classes.ts'

export interface FlyerProps {
  /** Null draws the placeholder. */
  image: StoredImage | null
  /** Empty where the name is next to it. */
  alt: string
  /** Drawn where there is no picture: a flyer's own words stand in for it. Not for thumbnails. */
  lettering?: string
  /** The `sizes` of an `img`: how wide it is drawn, for example `(min-width: 768px) 25vw, 100vw`. */
  sizes: string
  /** The page's main picture: fetched first. What stands next to it comes `soon`, and all others when they come near. */
  priority?: boolean | 'soon'
  /**
   * Nothing of it is cut: what its frame has around it takes its light. The frame is `relative` and hides what is outside; it has
   * the shape of a flyer, or any.
   */
  whole?: 'in4by5' | 'inStrip'
  className?: string
}

/**
 * An event's picture in the best format there is. AVIF is made after the upload, so the first days of a picture may
 * lack it: a source that fails is left out and the next one is tried.
 */
export function Flyer({ image, alt, lettering, sizes, priority = false, whole, className }: FlyerProps) {
  const [failed, setFailed] = useState(0)
  const formats = (['avif', 'webp', 'jpg'] as const).slice(failed)
  const last = formats.at(-1)
  if (!image || !last) {
    return (
      <div
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
        className={classes(
          '@container relative block size-full overflow-hidden bg-linear-160',
          COVERS[coverOf(lettering ?? '', COVERS.length)],
          className,
        )}
      >
        {lettering && (
          <span
            aria-hidden="true"
            className="display absolute inset-0 line-clamp-6 p-2 text-12 text-balance wrap-anywhere hyphens-auto uppercase @min-[12rem]:p-6 @min-[12rem]:text-28"
          >
            {lettering}
          </span>
        )}
      </div>
    )
  }
  const isInside = whole === 'inStrip' || (whole === 'in4by5' && !isFlyerShaped(image))
  return (
    <>
      {isInside && <FlyerLight image={image} className="inset-0 size-full scale-125 opacity-60" />}
      <picture className="contents">
        {formats.slice(0, -1).map((format) => (
          <source key={format} type={`image/${format}`} srcSet={imageSources(image.id, format)} sizes={sizes} />
        ))}
        <img
          src={largestImage(image.id)}
          srcSet={imageSources(image.id, last)}
          sizes={sizes}
          width={image.width}
          height={image.height}
          alt={alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority === true ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailed((count) => count + 1)}
          className={classes(
            isInside ? 'relative block size-full object-contain' : 'block size-full object-cover',
            className,
          )}
        />
      </picture>
    </>
  )
}

/** A flyer's colours without its drawing, behind what is around it. */
export function FlyerLight({ image, className }: { image: StoredImage; className: string }) {
  return (
    <img
      src={mediaPath(image.id, 320, 'webp')}
      alt=""
      // After the flyer itself, on a bad line.
      fetchPriority="low"
      decoding="async"
      className={classes('pointer-events-none absolute object-cover blur-2xl', className)}
    />
  )
}

/** Covers of events without a flyer. */
const COVERS = [
  'from-mesa-2 to-tinta text-celeste',
  'from-mesa-2 to-tinta text-sol',
  'from-celeste to-mesa text-sobre-celeste',
  'from-sol to-mesa text-noche',
] as const
