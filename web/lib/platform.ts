/** Who runs this installation: the server writes it into every page that it serves. */
import { platformWords, type PlatformData } from '#contract/platform.ts'

function readPlatform(): PlatformData | null {
  const written = document.querySelector<HTMLMetaElement>('meta[name="platform"]')?.content
  return written ? (JSON.parse(written) as PlatformData) : null // ours: `platformTag` of the server writes it
}

export const company = platformWords(readPlatform())
