/** Who runs this installation: the server writes it into every page that it serves; one that opens from the device remembers it. */
import { tryToStore } from './device/open-storage.ts'
import { platformWords, type PlatformData } from '#contract/platform/platform.ts'

const KEPT = 'previa_platform'

function readPlatform(): PlatformData | null {
  const served = document.querySelector<HTMLMetaElement>('meta[name="platform"]')?.content
  if (served) tryToStore(localStorage, KEPT, served)
  const written = served ?? localStorage.getItem(KEPT)
  return written ? (JSON.parse(written) as PlatformData) : null // ours: `platformTag` of the server writes it
}

export const company = platformWords(readPlatform())
