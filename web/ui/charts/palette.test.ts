import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { palette } from './palette.ts'

type Colour = readonly [number, number, number]

const tokens = readFileSync('web/ui/tokens.css', 'utf8')

/** Red, green and blue of a token as light, 0 to 1. */
function lightOf(token: string): Colour {
  const hex = new RegExp(`--color-${token}: #(\\w{6});`).exec(tokens)?.[1]
  if (!hex) throw new Error(`No ${token} in tokens.css`)
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(0), part(2), part(4)]
}

/** WCAG 2.2: how far apart two colours are in brightness. */
function contrast(one: string, other: string): number {
  const brightness = ([red, green, blue]: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [high, low] = [brightness(lightOf(one)), brightness(lightOf(other))].toSorted((a, b) => b - a)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

/** What each way of seeing makes of light: Machado, Oliveira and Fernandes 2009, severity 1. */
const eyes: Record<string, readonly [Colour, Colour, Colour]> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Oklab, where equal distances look equally far. */
function oklab([red, green, blue]: Colour): Colour {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

function distance(one: string, other: string, eye: string): number {
  const seen = (token: string) => {
    const [red, green, blue] = lightOf(token)
    const through = ([r, g, b]: Colour) => Math.min(1, Math.max(0, r * red + g * green + b * blue))
    const [x, y, z] = eyes[eye] ?? []
    return x && y && z ? oklab([through(x), through(y), through(z)]) : oklab([0, 0, 0])
  }
  const [a, b] = [seen(one), seen(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

const pairs = palette.flatMap((one, index) => palette.slice(index + 1).map((other) => [one, other] as const))
/** Two adjacent colours are distinguishable at a glance from about here on; celeste and yerba are 0.03 apart for some. */
const APART = 0.15

test.each(palette.map((token) => [token]))('%s contrasts with a card', (token) => {
  expect(contrast(token, 'tinta')).toBeGreaterThanOrEqual(3)
})

test.each(Object.keys(eyes).flatMap((eye) => pairs.map(([one, other]) => [eye, one, other] as const)))(
  'with %s, %s differs from %s',
  (eye, one, other) => {
    expect(distance(one, other, eye)).toBeGreaterThanOrEqual(APART)
  },
)

test('the measure finds a pair that is indistinguishable for some', () => {
  expect(distance('celeste', 'yerba', 'tritanopia')).toBeLessThan(APART)
  expect(distance('yerba', 'rojo', 'deuteranopia')).toBeLessThan(APART)
})
