/** Texts of a discount code in lists and dialogs. */
import { formatMoment } from '#contract/values/dates.ts'
import type { DiscountCodeRow, DiscountState } from '#contract/events/discounts.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { StateLabels } from '#web/features/lists/states.ts'
import { grouped } from '#contract/values/numbers.ts'

export const discountStates: StateLabels<DiscountState> = {
  active: { one: 'Activo', many: 'Activos', tone: 'yerba' },
  scheduled: { one: 'Programado', many: 'Programados', tone: 'sol' },
  used_up: { one: 'Agotado', many: 'Agotados', tone: 'neutral' },
  ended: { one: 'Vencido', many: 'Vencidos', tone: 'neutral' },
  stopped: { one: 'Detenido', many: 'Detenidos', tone: 'rojo' },
}

/** `20 %`, or `$5.000` off each ticket. */
export function offWords({ percent, amountCents }: Pick<DiscountCodeRow, 'percent' | 'amountCents'>): string {
  return percent === null ? `${formatMoney(amountCents)} por entrada` : `${percent} %`
}

/** `12 de 50`, or `12` without a limit. */
export function usesWords({ uses, maxUses }: Pick<DiscountCodeRow, 'uses' | 'maxUses'>): string {
  return maxUses === null ? grouped(uses) : `${grouped(uses)} de ${grouped(maxUses)}`
}

/** `Siempre`, or from when and until when. */
export function windowWords({ startsAt, endsAt }: Pick<DiscountCodeRow, 'startsAt' | 'endsAt'>): string {
  if (startsAt === null && endsAt === null) return 'Siempre'
  const words = [startsAt && `desde el ${formatMoment(startsAt)}`, endsAt && `hasta el ${formatMoment(endsAt)}`]
    .filter(Boolean)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
