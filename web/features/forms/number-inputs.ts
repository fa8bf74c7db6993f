/** Numbers as fields hold them: the text as it was typed, which the form reads when it is sent (`lib/typed-numbers.ts`). */
import * as z from 'zod/mini'
import { toCents, toPesos } from '#contract/values/money.ts'
import { grouped } from '#contract/values/numbers.ts'
import { readPercent, readWhole, showWhole } from '#web/lib/typed-numbers.ts'

interface Bounds {
  readonly min: number
  readonly max: number
  /** May be empty. */
  readonly isOptional?: boolean
  readonly message?: string
}

function numberInput(read: (text: string) => number | null, bounds: Bounds, message: string) {
  const { min, max, isOptional = false } = bounds
  return z.string().check(
    z.refine((text) => {
      if (text.trim() === '') return isOptional
      const value = read(text)
      return value !== null && value >= min && value <= max
    }, bounds.message ?? message),
  )
}

/** A whole number. */
export function wholeNumberInput(bounds: Bounds) {
  return numberInput(readWhole, bounds, `Poné un número entre ${grouped(bounds.min)} y ${grouped(bounds.max)}`)
}

/** Whole pesos; the bounds are pesos too. */
export function pesosInput(bounds: Bounds) {
  return numberInput(readWhole, bounds, `Poné un importe en pesos enteros, hasta ${grouped(bounds.max)}`)
}

/** A percentage; the bounds are in hundredths of a percent. */
export function percentInput(bounds: Bounds) {
  return numberInput(readPercent, bounds, `Poné un porcentaje entre ${bounds.min / 100} y ${bounds.max / 100}`)
}

/** Centavos of typed pesos; 0 of an empty field. */
export function readPesos(text: string): number {
  return toCents(readWhole(text) ?? 0)
}

/** Centavos as a field of pesos shows them; empty for none. */
export function showPesos(amountCents: number | null | undefined): string {
  return showWhole(amountCents === null || amountCents === undefined ? null : toPesos(amountCents))
}
