/** Flyers of the demo events: drawn by code from a seed, with lettering of their own as real ones have. */
import sharp from 'sharp'
import { FONTS } from '#server/modules/papers/pdf-fonts.ts'
import { escapeHtml } from '#server/shared/html.ts'
import * as curved from './curved-patterns.ts'
import { PALETTES } from './flyer-palettes.ts'
import { seededRandom } from '../seeded-random.ts'
import * as straight from './straight-patterns.ts'
import { HEIGHT, WIDTH } from './svg-shapes.ts'

const patterns = { ...straight, ...curved }
export type FlyerFamily = keyof typeof patterns

/** Every family of patterns, for a night on which no two flyers look alike. */
export const FLYER_FAMILIES = Object.keys(patterns) as readonly FlyerFamily[] // keys of the object above

const sheet = (fill: string) => `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#${fill})"/>`

/** A font that comes along: a machine may have none of its own. */
// The comma: the weight is part of the family's name.
const LETTERS = { font: 'Archivo SemiBold,', fontfile: FONTS.display }
const LETTERING = { width: 1080, height: 560, left: 100 }
/** Tops of the lettering: head, heart or foot of the sheet. */
const TOPS = [110, 520, 930] as const
const SHADOW = 10

interface FlyerDesign {
  /** Without it the seed chooses. */
  readonly family?: FlyerFamily
  /** Written large over the pattern; nothing when empty. */
  readonly lettering?: string
  /** In pixels; the height is a quarter more. */
  readonly width?: number
}

/** A flyer as JPEG, 1280 × 1600 by default; the same seed and design are the same picture. */
export async function drawFlyer(
  seed: string,
  { family, lettering = '', width = WIDTH }: FlyerDesign = {},
): Promise<Buffer> {
  const scale = width / WIDTH
  const random = seededRandom(`flyer ${seed}`)
  const palette = random.pick(PALETTES)
  const [first = 'sunburst', ...others] = FLYER_FAMILIES
  const chosen = random.pick([first, ...others])
  const pattern = patterns[family ?? chosen](random, palette)
  const ground = `<radialGradient id="ground" cx=".5" cy=".46" r=".8"><stop offset="0" stop-color="${palette.night}"/><stop offset="1" stop-color="${palette.deep}"/></radialGradient>`
  const dusk = `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset=".55" stop-color="${palette.deep}" stop-opacity="0"/><stop offset="1" stop-color="${palette.deep}" stop-opacity=".72"/></linearGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${width}" height="${HEIGHT * scale}"><defs>${ground}${dusk}</defs>${sheet('ground')}${pattern}${sheet('dusk')}</svg>`
  return sharp(Buffer.from(svg))
    .composite(
      await letters(lettering, { colour: palette.spark, shadow: palette.night, top: random.pick(TOPS), scale }),
    )
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** The words as layers: their shadow and themselves, as large as the space lets them be. */
async function letters(text: string, look: { colour: string; shadow: string; top: number; scale: number }) {
  if (text === '') return []
  const words = escapeHtml(text.toUpperCase())
  const pixels = (length: number) => Math.round(length * look.scale)
  const layer = async (colour: string) =>
    sharp({
      text: {
        ...LETTERS,
        text: `<span foreground="${colour}">${words}</span>`,
        width: pixels(LETTERING.width),
        height: pixels(LETTERING.height),
        align: 'center',
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
  const [shadow, face] = await Promise.all([layer(look.shadow), layer(look.colour)])
  const left = pixels(LETTERING.left) + Math.round((pixels(LETTERING.width) - face.info.width) / 2)
  const top = pixels(look.top) + Math.round((pixels(LETTERING.height) - face.info.height) / 2)
  return [
    { input: shadow.data, left: left + pixels(SHADOW), top: top + pixels(SHADOW) },
    { input: face.data, left, top },
  ]
}
