/** Faces of the demo people: drawn by code from a seed. */
import sharp from 'sharp'
import { PALETTES } from './flyer-palettes.ts'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'
import { circle } from './svg-shapes.ts'

const SIZE = 640
interface Look {
  readonly skin: string
  /** Hair goes with the skin, or a face would vanish into it. */
  readonly hairs: readonly [string, ...string[]]
}

const LOOKS: readonly [Look, ...Look[]] = [
  { skin: '#f6d7bf', hairs: ['#20140f', '#5f3a1f', '#8a5a2b', '#c68d3f', '#b8b4b0', '#7a2f1c'] },
  { skin: '#eebf9b', hairs: ['#20140f', '#3a2417', '#5f3a1f', '#b8b4b0', '#7a2f1c'] },
  { skin: '#d9a074', hairs: ['#20140f', '#3a2417', '#5f3a1f', '#b8b4b0'] },
  { skin: '#b97b4f', hairs: ['#20140f', '#3a2417', '#b8b4b0'] },
  { skin: '#8a5535', hairs: ['#140c09', '#20140f', '#b8b4b0'] },
  { skin: '#5e3822', hairs: ['#140c09', '#1c120e', '#b8b4b0'] },
]

/** A portrait as JPEG, 640 × 640; the same seed is the same face. */
export async function drawAvatar(seed: string): Promise<Buffer> {
  const random = seededRandom(`avatar ${seed}`)
  const { night, main, second, spark } = random.pick(PALETTES)
  const { skin, hairs } = random.pick(LOOKS)
  const hair = random.pick(hairs)
  const style = random.pick(hairStyles)(hair)
  const shirt = random.pick([main, second, spark])
  const halo = random.isLikely(0.5)
    ? circle(320, 330, 250, second, 'opacity=".55"')
    : `<path d="M0 640L640 0v640z" fill="${second}" opacity=".55"/>`
  const body = `<path d="M96 640c0-132 92-190 224-190s224 58 224 190z" fill="${shirt}"/><path d="M262 400h116v74a58 58 0 0 1-116 0z" fill="${skin}"/><path d="M262 430a58 40 0 0 0 116 0v18a58 52 0 0 1-116 0z" fill="#000" opacity=".16"/>`
  const head = `<ellipse cx="320" cy="300" rx="122" ry="146" fill="${skin}"/>${circle(200, 312, 24, skin)}${circle(440, 312, 24, skin)}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="${shirt === main ? night : main}"/>${halo}${style.behind}${body}${head}${face(random, hair)}${style.front}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
}

function face(random: SeededRandom, hair: string): string {
  const ink = '#1c1310'
  const eyes = random.isLikely(0.75)
    ? `${circle(272, 304, 12, ink)}${circle(368, 304, 12, ink)}`
    : `<path d="M254 306q18-20 36 0M350 306q18-20 36 0" fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round"/>`
  const brows = `<path d="M248 268q24-16 48-4M344 264q24-12 48 4" fill="none" stroke="${hair}" stroke-width="11" stroke-linecap="round"/>`
  const nose =
    '<path d="M320 312q-16 34 4 40" fill="none" stroke="#000" stroke-opacity=".28" stroke-width="8" stroke-linecap="round"/>'
  const mouth = random.isLikely(0.5)
    ? '<path d="M276 380q44 40 88 0z" fill="#fff" stroke="#1c1310" stroke-width="7" stroke-linejoin="round"/>'
    : '<path d="M280 384q40 26 80 0" fill="none" stroke="#1c1310" stroke-width="9" stroke-linecap="round"/>'
  const beard = random.isLikely(0.22)
    ? `<path d="M200 330c0 90 50 132 120 132s120-42 120-132c-10 42-40 34-60 26-26-10-94-10-120 0-20 8-50 16-60-26z" fill="${hair}"/>`
    : ''
  const glasses = random.isLikely(0.2)
    ? '<g fill="none" stroke="#1c1310" stroke-width="9"><circle cx="270" cy="304" r="40"/><circle cx="370" cy="304" r="40"/><path d="M310 300q10-8 20 0"/></g>'
    : ''
  return `${beard}${brows}${eyes}${nose}${mouth}${glasses}`
}

interface HairStyle {
  readonly behind: string
  readonly front: string
}

const cap = (hair: string) =>
  `<path d="M192 300c-14-118 44-170 128-170s142 52 128 170c-16-66-44-92-72-100-40 26-112 30-152 10-18 18-26 48-32 90z" fill="${hair}"/>`

const hairStyles: readonly [(hair: string) => HairStyle, ...((hair: string) => HairStyle)[]] = [
  (hair) => ({ behind: '', front: cap(hair) }),
  (hair) => ({
    behind: `<path d="M180 300c-20-130 50-186 140-186s160 56 140 186c-4 90 30 150 44 216H136c14-66 48-126 44-216z" fill="${hair}"/>`,
    front: cap(hair),
  }),
  (hair) => ({
    behind: `<path d="M184 290c-16-120 50-176 136-176s152 56 136 176l6 130q-142 50-284 0z" fill="${hair}"/>`,
    front: `<path d="M194 292c-6-110 50-160 126-160s132 50 126 160c-30-40-60-70-150-80-30 40-70 50-102 80z" fill="${hair}"/>`,
  }),
  (hair) => ({
    behind: [
      [210, 190],
      [260, 136],
      [328, 118],
      [396, 140],
      [436, 196],
      [452, 262],
      [190, 258],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 66, hair))
      .join(''),
    front: [
      [232, 190],
      [288, 164],
      [350, 164],
      [408, 190],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 44, hair))
      .join(''),
  }),
  (hair) => ({ behind: circle(320, 92, 70, hair), front: cap(hair) }),
  (hair) => ({
    behind: '',
    front: `<path d="M196 280c0-100 50-148 124-148s124 48 124 148c-12-50-26-70-40-82-50 10-118 10-168 0-14 12-28 32-40 82z" fill="${hair}" opacity=".55"/>`,
  }),
]
