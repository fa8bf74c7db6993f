import { useState } from 'react'
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
  /** The page's main picture: fetched first, not lazily. */
  priority?: boolean
  className?: string
}

/**
 * An event's picture in the best format there is. AVIF is made after the upload, so the first days of a picture may
 * lack it: a source that fails is left out and the next one is tried.
 */
export function Flyer({ image, alt, lettering, sizes, priority = false, className }: FlyerProps) {
  const [failed, setFailed] = useState(0)
  const look = classes('block size-full object-cover', className)
  const formats = (['avif', 'webp', 'jpg'] as const).slice(failed)
  const last = formats.at(-1)
  if (!image || !last) {
    return (
      <div
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
        className={classes(look, 'relative overflow-hidden bg-linear-160 from-mesa-2 to-tinta')}
      >
        {lettering && (
          // Below the badge or top bar on a flyer's upper edge.
          <span
            aria-hidden="true"
            className="display absolute inset-x-0 top-10 bottom-0 line-clamp-6 p-6 text-28 text-balance wrap-anywhere hyphens-auto text-celeste uppercase"
          >
            {lettering}
          </span>
        )}
      </div>
    )
  }
  return (
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
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        onError={() => setFailed((count) => count + 1)}
        className={look}
      />
    </picture>
  )
}
