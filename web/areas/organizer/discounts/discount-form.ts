/** What is typed of a discount code, and the contract's values that come out of it. */
import * as z from 'zod/mini'
import { fromLocal } from '#contract/values/dates.ts'
import { createDiscountCode } from '#contract/events/discounts.ts'
import type { Discount } from '#contract/values/prices.ts'
import { readPesos, wholeNumberInput } from '#web/features/forms/number-inputs.ts'
import { readWhole } from '#web/lib/typed-numbers.ts'

const MOST_PESOS = 1_000_000
const MOST_USES = 1_000_000

const optionalUses = wholeNumberInput({ min: 1, max: MOST_USES, isOptional: true })
/** «25 %» as well as «25». */
const readPercentage = (typed: string) => readWhole(typed.replace('%', ''))
const isWhole = (typed: string, most: number) => {
  const value = readPercentage(typed)
  return value !== null && value >= 1 && value <= most
}

export const discountInput = z
  .object({
    code: createDiscountCode.body.shape.code,
    kind: z.enum(['percent', 'amount']),
    percent: z.string(),
    amount: z.string(),
    scope: z.enum(['all', 'some']),
    ticketTypeIds: z.array(z.string()),
    maxUses: optionalUses,
    perPersonLimit: optionalUses,
    startsAt: z.string(),
    endsAt: z.string(),
  })
  .check(
    z.refine(({ kind, percent }) => kind !== 'percent' || isWhole(percent, 100), {
      error: 'Poné un porcentaje entre 1 y 100',
      path: ['percent'],
    }),
    z.refine(({ kind, amount }) => kind !== 'amount' || isWhole(amount, MOST_PESOS), {
      error: 'Poné un importe en pesos enteros',
      path: ['amount'],
    }),
    z.refine(({ scope, ticketTypeIds }) => scope === 'all' || ticketTypeIds.length > 0, {
      error: 'Elegí al menos una entrada',
      path: ['ticketTypeIds'],
    }),
    z.refine(({ startsAt, endsAt }) => startsAt === '' || endsAt === '' || startsAt < endsAt, {
      error: 'Tiene que terminar después de empezar',
      path: ['endsAt'],
    }),
  )

type DiscountInput = Pick<z.input<typeof discountInput>, 'kind' | 'percent' | 'amount'>

export function discountOf({ kind, percent, amount }: DiscountInput): Discount {
  return kind === 'percent'
    ? { percent: readPercentage(percent) ?? 0, amountCents: null }
    : { percent: null, amountCents: readPesos(amount) }
}

/** The instant of a `datetime-local`, which is in local time. */
export function instantOf(typed: string): string | null {
  const [date, time] = typed.split('T')
  return date && time ? fromLocal(date, time.slice(0, 5)) : null
}
