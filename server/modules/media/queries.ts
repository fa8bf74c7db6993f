/** Reads of pictures: rows, and the public files themselves. */
import type { PublicImage } from '#contract/events/event-schemas.ts'
import type { ImageFormat } from '#contract/api/files.ts'
import type { App } from '#server/context.ts'
import type { PublicFile } from '#server/http/static.ts'
import { imageFileKey, parseImageFile } from './image-files.ts'

const CONTENT_TYPES: Record<ImageFormat, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' }

/** The picture with this id, or null. */
export async function findImage(app: App, id: string): Promise<PublicImage | null> {
  const row = await app.db
    .selectFrom('images')
    .select(['id', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Ids of pictures whose AVIF files are not there yet, the oldest first. */
export async function listWithoutAvif(app: App, limit: number): Promise<string[]> {
  const rows = await app.db
    .selectFrom('images')
    .select('id')
    .where('has_avif', '=', false)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The file behind `/media/{name}`, or null. AVIF is made a little after the upload; until then its address answers the
 * WebP of the same width under its own content type and not for ever, so that a page may always offer all formats and
 * no picture is ever broken.
 */
export async function openImageFile(app: App, name: string): Promise<PublicFile | null> {
  const file = parseImageFile(name)
  if (!file) return null
  const bytes = await app.files.public.get(imageFileKey(file))
  if (bytes) return { bytes, contentType: CONTENT_TYPES[file.format], isFinal: true }
  if (file.format !== 'avif') return null
  const webp = await app.files.public.get(imageFileKey({ ...file, format: 'webp' }))
  return webp && { bytes: webp, contentType: CONTENT_TYPES.webp, isFinal: false }
}
