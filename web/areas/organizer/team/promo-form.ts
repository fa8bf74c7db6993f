/** What is typed of a promoter's part, and the contract's values that come out of it. */
import * as z from 'zod/mini'
import { MAX_AMOUNT_PESOS, type PromoChange } from '#contract/promoters/promoter-desk-promoters.ts'
import { EARNED_ON, MAX_USES, type Promo } from '#contract/promoters/promos.ts'
import { toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { pesosInput, readPesos, showPesos, wholeNumberInput } from '#web/features/forms/number-inputs.ts'
import { isSame } from '#web/lib/is-same.ts'
import { readPercent, readWhole, showPercent } from '#web/lib/typed-numbers.ts'
import { instantOf } from '../discounts/discount-form.ts'

/** What of a part may be changed at once, in the order in which it is asked. */
export const PARTS = ['active', 'uses', 'types', 'closes', 'selling', 'commission'] as const
export type Part = (typeof PARTS)[number]

/** `parts` are those that are asked: the rest is neither checked nor sent. */
export const promoInput = z
  .object({
    parts: z.array(z.enum(PARTS)).check(z.minLength(1, 'Elegí qué cambia')),
    isActive: z.boolean(),
    maxUses: wholeNumberInput({ min: 0, max: MAX_USES }),
    scope: z.enum(['all', 'some']),
    ticketTypeIds: z.array(z.string()),
    closesAt: z.string(),
    canSellInPerson: z.boolean(),
    debtLimit: pesosInput({ min: 1, max: MAX_AMOUNT_PESOS, isOptional: true }),
    kind: z.enum(['none', 'percent', 'fixed']),
    percent: z.string(),
    amount: z.string(),
    earnedOn: z.enum(EARNED_ON),
  })
  .check(
    z.refine(
      ({ parts, scope, ticketTypeIds }) => !parts.includes('types') || scope === 'all' || ticketTypeIds.length > 0,
      {
        error: 'Elegí al menos una entrada',
        path: ['ticketTypeIds'],
      },
    ),
    z.refine(
      ({ parts, kind, percent }) => {
        const read = readPercent(percent)
        return !parts.includes('commission') || kind !== 'percent' || (read !== null && read >= 1 && read <= 10_000)
      },
      { error: 'Poné un porcentaje entre 0,01 y 100', path: ['percent'] },
    ),
    z.refine(
      ({ parts, kind, amount }) => {
        const read = readWhole(amount)
        return (
          !parts.includes('commission') || kind !== 'fixed' || (read !== null && read >= 1 && read <= MAX_AMOUNT_PESOS)
        )
      },
      { error: 'Poné un importe en pesos enteros', path: ['amount'] },
    ),
  )
export type PromoInput = z.infer<typeof promoInput>

/** A form that shows a part as it is. */
export function inputOf(promo: Promo, parts: readonly Part[]): PromoInput {
  const { commission, allowedTypes, closesAt } = promo
  return {
    parts: [...parts],
    isActive: promo.isActive,
    maxUses: String(promo.maxUses),
    scope: allowedTypes === null ? 'all' : 'some',
    ticketTypeIds: allowedTypes?.map(({ id }) => id) ?? [],
    closesAt: closesAt === null ? '' : `${toLocalDate(closesAt)}T${toLocalTime(closesAt)}`,
    canSellInPerson: promo.canSellInPerson,
    debtLimit: showPesos(promo.debtLimitCents),
    kind: commission === null ? 'none' : commission.percent === null ? 'fixed' : 'percent',
    percent: commission?.percent ? showPercent(Math.round(commission.percent * 100)) : '',
    amount: showPesos(commission?.fixedCents),
    earnedOn: commission?.earnedOn ?? 'sale',
  }
}

/** What is sent of the parts that are asked. */
export function changeOf(typed: PromoInput): PromoChange {
  const { parts } = typed
  return {
    ...(parts.includes('active') && { isActive: typed.isActive }),
    ...(parts.includes('uses') && { maxUses: readWhole(typed.maxUses) ?? 0 }),
    ...(parts.includes('types') && { allowedTypeIds: typed.scope === 'all' ? null : typed.ticketTypeIds }),
    ...(parts.includes('closes') && { closesAt: instantOf(typed.closesAt) }),
    ...(parts.includes('selling') && {
      canSellInPerson: typed.canSellInPerson,
      debtLimitCents: typed.debtLimit.trim() === '' ? null : readPesos(typed.debtLimit),
    }),
    ...(parts.includes('commission') && { commission: commissionOf(typed) }),
  }
}

function commissionOf({ kind, percent, amount, earnedOn }: PromoInput): PromoChange['commission'] {
  if (kind === 'none') return null
  return kind === 'percent'
    ? { percent: (readPercent(percent) ?? 0) / 100, earnedOn }
    : { fixedCents: readPesos(amount), earnedOn }
}

/** Only what was changed, so that it undoes nothing of what another editor saves meanwhile. */
export function differenceOf(typed: PromoInput, before: PromoInput): PromoChange {
  const old: Readonly<Record<string, unknown>> = { ...changeOf(before) }
  return Object.fromEntries(Object.entries(changeOf(typed)).filter(([name, value]) => !isSame(value, old[name])))
}
