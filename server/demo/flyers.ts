/** Flyers of the demo events: drawn by code from a seed, without text, because the screens write the title over them. */
import sharp from 'sharp'
import * as curved from './curved-patterns.ts'
import { PALETTES } from './flyer-palettes.ts'
import { seededRandom } from './seeded-random.ts'
import * as straight from './straight-patterns.ts'
import { HEIGHT, WIDTH } from './svg-shapes.ts'

const patterns = { ...straight, ...curved }
export type FlyerFamily = keyof typeof patterns

/** Every family of patterns, for a night on which no two flyers look alike. */
export const FLYER_FAMILIES = Object.keys(patterns) as readonly FlyerFamily[] // keys of the object above

const sheet = (fill: string) => `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#${fill})"/>`

/** A flyer as JPEG, 1280 × 1600; the same seed is the same picture. Without `family` the seed chooses it. */
export async function drawFlyer(seed: string, family?: FlyerFamily): Promise<Buffer> {
  const random = seededRandom(`flyer ${seed}`)
  const palette = random.pick(PALETTES)
  const [first = 'sunburst', ...others] = FLYER_FAMILIES
  const chosen = random.pick([first, ...others])
  const pattern = patterns[family ?? chosen](random, palette)
  const ground = `<radialGradient id="ground" cx=".5" cy=".46" r=".8"><stop offset="0" stop-color="${palette.night}"/><stop offset="1" stop-color="${palette.deep}"/></radialGradient>`
  const dusk = `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset=".55" stop-color="${palette.deep}" stop-opacity="0"/><stop offset="1" stop-color="${palette.deep}" stop-opacity=".72"/></linearGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><defs>${ground}${dusk}</defs>${sheet('ground')}${pattern}${sheet('dusk')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
}
