/** Keeps an uploaded picture in every public size, with the call that it comes with. */
import type { PublicImage } from '#contract/events/event-schemas.ts'
import type { FileRule } from '#contract/api/files.ts'
import { readImage } from '#server/adapters/files/images.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { UploadedFile } from '#server/http/bound.ts'
import { forgetImage } from './forget-image.ts'
import { imageFileKey, masterKey } from './image-files.ts'
import { findImage } from './queries.ts'
import { insertImage } from './store.ts'

/**
 * Takes an upload for `rule` and gives the stored picture: its id is the hash of what was re-encoded, so the same picture
 * is kept once. Sizes are in pixels. Call it before the transaction that uses the id. Throws `image_type`,
 * `image_too_large`, `invalid_image`, `busy`.
 */
export async function saveImage(app: App, file: UploadedFile, rule: FileRule): Promise<PublicImage> {
  const picture = await readImage(file.bytes, rule)
  const { sha256: id, width, height } = picture
  const known = await findImage(app, id)
  if (known) return known
  // Files first: a row is the promise that they are there.
  await app.files.private.put(masterKey(id), picture.master)
  await Promise.all(
    picture.variants.map(({ bytes, ...variant }) =>
      app.files.public.put(imageFileKey({ imageId: id, ...variant }), bytes),
    ),
  )
  return inTransaction(app, async (app) => {
    const image = { id, width, height }
    if (await insertImage(app, image)) await app.queue.enqueue(app, 'media.make-avif', { imageId: id })
    return image
  })
}

/**
 * Keeps `file`, when there is one, and gives what `work` makes of the picture's id, null without a file. What `work` throws
 * leaves no unused picture behind. Call it outside transactions. Throws also what `saveImage` does.
 */
export async function withImage<Result>(
  app: App,
  file: UploadedFile | undefined,
  rule: FileRule,
  work: (imageId: string | null) => Promise<Result>,
): Promise<Result> {
  const imageId = file ? (await saveImage(app, file, rule)).id : null
  try {
    return await work(imageId)
  } catch (error) {
    // What is said is why the call was refused, even if another row began to show the picture at this moment.
    if (imageId !== null)
      await forgetImage(app, imageId).catch((err: unknown) => app.log.warn({ err, imageId }, 'a refused picture stays'))
    throw error
  }
}
