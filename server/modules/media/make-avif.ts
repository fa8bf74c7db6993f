/** Makes the AVIF files of a stored picture. */
import { encodeAvif } from '#server/adapters/files/images.ts'
import type { App } from '#server/context.ts'
import { imageFileKey, masterKey } from './image-files.ts'
import { markAvif } from './store.ts'

/** Writes every width anew from the master; doing it twice changes nothing. A picture without master is left as it is. */
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
