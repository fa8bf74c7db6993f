/** A picture that comes with a call: kept when the call is done, gone when it is refused. */
import type { FileRule } from '#contract/files.ts'
import type { App } from '#server/context.ts'
import type { UploadedFile } from '#server/http/bound.ts'
import { forgetImage } from './forget-image.ts'
import { saveImage } from './save-image.ts'

/**
 * Keeps `file`, when there is one, and gives what `work` makes of the picture's id, null without a file. What `work` throws
 * leaves no picture behind that nobody shows. Call it outside transactions. Throws also what `saveImage` does.
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
    // What is said is why the call was refused, also where somebody else came to show the picture at this very moment.
    if (imageId !== null)
      await forgetImage(app, imageId).catch((err: unknown) => app.log.warn({ err, imageId }, 'a refused picture stays'))
    throw error
  }
}
