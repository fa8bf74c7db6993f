import { buildWeb } from '../scripts/build-web.mjs'
import { firstScreens, firstScreenSize } from '../scripts/landing-size.ts'
import type { Bench } from './bench.ts'
import { judged, type Measured } from './table.ts'

/** The rows about the web's size: how much a phone loads for the first screen of each area. */
export async function webSize({ progress }: Bench): Promise<Measured[]> {
  progress('size of the built web')
  await buildWeb(process.execPath)
  return firstScreens.map((screen) => {
    const { files, kilobytes } = firstScreenSize(screen)
    return judged(`web: scripts of ${screen.name}, gzip`, kilobytes, 'kB', { atMost: screen.atMost }, `${files} files`)
  })
}
