/** Erases a picture that no row shows any more. */
import { IMAGE_WIDTHS, type ImageFormat } from '#contract/api/files.ts'
import type { App } from '#server/context.ts'
import { imageFileKey, masterKey } from './image-files.ts'
import { deleteUnusedImage } from './store.ts'

const FORMATS: readonly ImageFormat[] = ['webp', 'avif', 'jpg']

/**
 * Deletes a picture, its row and its files, unless a person, a company or an event shows it: the same picture is kept once for
 * all. False when a row still shows it. Call it outside transactions, after the row that showed it let go; again, it does nothing.
 */
export async function forgetImage(app: App, imageId: string): Promise<boolean> {
  if (!(await deleteUnusedImage(app, imageId))) return false
  // The row first: a crash leaves files that no row names, and the caller's next try deletes those.
  const files = IMAGE_WIDTHS.flatMap((width) => FORMATS.map((format) => imageFileKey({ imageId, width, format })))
  await Promise.all(files.map((file) => app.files.public.delete(file)))
  await app.files.private.delete(masterKey(imageId))
  return true
}
