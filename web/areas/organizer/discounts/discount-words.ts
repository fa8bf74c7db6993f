/** How a discount code is told in lists and dialogs. */
import { formatMoment } from '#contract/dates.ts'
import type { DiscountCodeRow, DiscountState } from '#contract/discounts.ts'
import { formatCents } from '#contract/money.ts'
import { grouped } from '#web/lib/numbers.ts'
import type { BadgeTone } from '#web/ui/base/Badge.tsx'

export const discountStates: Record<DiscountState, { text: string; tone: BadgeTone }> = {
  active: { text: 'Activo', tone: 'yerba' },
  scheduled: { text: 'Programado', tone: 'sol' },
  used_up: { text: 'Agotado', tone: 'neutral' },
  ended: { text: 'Vencido', tone: 'neutral' },
  stopped: { text: 'Detenido', tone: 'rojo' },
}

/** `20 %`, or `$5.000` off each ticket. */
export function offWords({ percent, amountCents }: Pick<DiscountCodeRow, 'percent' | 'amountCents'>): string {
  return percent === null ? `${formatCents(amountCents)} por entrada` : `${percent} %`
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
