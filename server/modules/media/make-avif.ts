/** Makes the AVIF files of stored pictures. */
import { encodeAvif } from '#server/adapters/files/images.ts'
import type { App } from '#server/context.ts'
import { imageFileKey, masterKey } from './image-files.ts'
import { listWithoutAvif } from './queries.ts'
import { markAvif } from './store.ts'

/** Bounds one run; the next takes the rest. */
const MISSING_PER_RUN = 500

/** Writes every width again from the master; doing it twice changes nothing. A picture without master is left as it is. */
export async function makeAvif(app: App, imageId: string): Promise<void> {
  const master = await app.files.private.get(masterKey(imageId))
  if (!master) {
    app.log.warn({ imageId }, 'a picture has no master to make AVIF from')
    return
  }
  for (const { bytes, ...variant } of await encodeAvif(master)) {
    await app.files.public.put(imageFileKey({ imageId, ...variant }), bytes)
  }
  await markAvif(app, imageId)
}

/** Asks again for what no job is left to make: its tries ran out, or it waited for a worker longer than jobs are kept. */
export async function requestMissingAvif(app: App): Promise<void> {
  for (const imageId of await listWithoutAvif(app, MISSING_PER_RUN)) {
    await app.queue.enqueue(app, 'media.make-avif', { imageId }, { singletonKey: imageId })
  }
}
