/** Numbers as fields hold them: the text as it was typed, which the form reads when it is sent (`lib/typed-numbers.ts`). */
import * as z from 'zod/mini'
import { grouped } from '#web/lib/numbers.ts'
import { readPercent, readWhole } from '#web/lib/typed-numbers.ts'

interface Bounds {
  readonly min: number
  readonly max: number
  /** Nothing may be typed, where that means something. */
  readonly isOptional?: boolean
  readonly message?: string
}

function typed(read: (text: string) => number | null, { min, max, isOptional = false }: Bounds, message: string) {
  return z.string().check(
    z.refine((text) => {
      if (text.trim() === '') return isOptional
      const value = read(text)
      return value !== null && value >= min && value <= max
    }, message),
  )
}

/** A whole number. */
export function typedWhole(bounds: Bounds) {
  return typed(
    readWhole,
    bounds,
    bounds.message ?? `Poné un número entre ${grouped(bounds.min)} y ${grouped(bounds.max)}`,
  )
}

/** A percentage; the bounds are in hundredths of a percent. */
export function typedPercent(bounds: Bounds) {
  return typed(
    readPercent,
    bounds,
    bounds.message ?? `Poné un porcentaje entre ${bounds.min / 100} y ${bounds.max / 100}`,
  )
}
