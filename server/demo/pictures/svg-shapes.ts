/** SVG by hand: the few shapes that flyers and avatars are made of, on a sheet of 1280 × 1600. */
import type { Palette } from './flyer-palettes.ts'
import type { SeededRandom } from '../seeded-random.ts'

export const WIDTH = 1280
export const HEIGHT = 1600
export const CENTER_X = WIDTH / 2
export const TURN = Math.PI * 2

/** Draws one pattern; its main part is near the middle, so that it survives a crop to 4:3 or to a square. */
export type Pattern = (random: SeededRandom, palette: Palette) => string

export const range = (count: number): number[] => Array.from({ length: Math.ceil(count) }, (_, place) => place)
export const round = (value: number): string => String(Math.round(value * 10) / 10)
export const point = (x: number, y: number): string => `${round(x)},${round(y)}`
export const onCircle = (x: number, y: number, radius: number, angle: number): string =>
  point(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius)

export function polygon(points: readonly string[], fill: string, more = ''): string {
  return `<polygon points="${points.join(' ')}" fill="${fill}" ${more}/>`
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`
}

export function ring(x: number, y: number, radius: number, stroke: string, width: number, more = ''): string {
  return circle(x, y, radius, 'none', `stroke="${stroke}" stroke-width="${round(width)}" ${more}`)
}

export function line(points: readonly string[], stroke: string, width: number, more = ''): string {
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" ${more || 'stroke-linejoin="round"'}/>`
}

/** A closed curve without corners through `points`, by quadratic steps between their middles. */
export function softShape(points: readonly (readonly [x: number, y: number])[], fill: string, more = ''): string {
  const middle = (place: number): string => {
    const [x, y] = points[place % points.length] ?? [0, 0]
    const [nextX, nextY] = points[(place + 1) % points.length] ?? [0, 0]
    return point((x + nextX) / 2, (y + nextY) / 2)
  }
  const steps = points.map((_, place) => {
    const [x, y] = points[(place + 1) % points.length] ?? [0, 0]
    return `Q${point(x, y)} ${middle(place + 1)}`
  })
  return `<path d="M${middle(0)} ${steps.join('')}z" fill="${fill}" ${more}/>`
}
