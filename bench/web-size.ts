import { buildWeb } from '../scripts/build-web.mjs'
import { LANDING_KILOBYTES, landingSize } from '../scripts/landing-size.ts'
import type { Bench } from './bench.ts'
import { judged, type Measured } from './table.ts'

/** The row about the web's size. */
export async function webSize({ progress }: Bench): Promise<Measured[]> {
  progress('size of the built web')
  await buildWeb(process.execPath)
  const { files, kilobytes } = landingSize()
  return [judged('web: scripts of the landing, gzip', kilobytes, 'kB', { atMost: LANDING_KILOBYTES }, `${files} files`)]
}
