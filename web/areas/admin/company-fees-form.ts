/** What is typed of a company's service fee, and the terms that come out of it. */
import * as z from 'zod/mini'
import type { CompanyFees } from '#contract/companies/companies-fees.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { MAX_FEE_BPS, type FeeTerms } from '#contract/values/prices.ts'
import { percentInput, readPesos, wholeNumberInput } from '#web/features/forms/number-inputs.ts'
import { today } from '#web/lib/clock.ts'
import { readPercent } from '#web/lib/typed-numbers.ts'

const MOST_PESOS = 1_000_000
const optionalPesos = wholeNumberInput({ min: 0, max: MOST_PESOS, isOptional: true })

export const termsInput = z
  .object({
    percent: percentInput({ min: 0, max: MAX_FEE_BPS }),
    fixed: optionalPesos,
    least: optionalPesos,
    most: optionalPesos,
    appliesFrom: z.string(),
  })
  .check(
    z.refine(({ least, most }) => most.trim() === '' || readPesos(most) >= readPesos(least), {
      error: 'El máximo no puede ser menor que el mínimo',
      path: ['most'],
    }),
  )

export function termsOf(typed: { percent: string; fixed: string; least: string; most: string }): FeeTerms {
  return {
    percentBps: readPercent(typed.percent) ?? 0,
    fixedCents: readPesos(typed.fixed),
    leastCents: readPesos(typed.least),
    mostCents: typed.most.trim() === '' ? null : readPesos(typed.most),
  }
}

/** The terms of events created on a day, or today where none is chosen; null for a past day. */
export function termsOn({ current, next }: CompanyFees, chosen: string): FeeTerms | null {
  const day = chosen || today()
  if (day < today()) return null
  const { percentBps, fixedCents, leastCents, mostCents } =
    next.findLast(({ appliesFrom }) => toLocalDate(appliesFrom) <= day) ?? current
  return { percentBps, fixedCents, leastCents, mostCents }
}
