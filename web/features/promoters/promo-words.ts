/** Texts of a promoter's part in an event, for promoters and for the people who appoint them. */
import type { CommissionTerms, Promo } from '#contract/promoters/promos.ts'
import type { CourtesyAvailability } from '#contract/sales/box-office.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { StateLabels } from '#web/features/lists/states.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { showPercent } from '#web/lib/typed-numbers.ts'

/** `10 % de lo que vende` (to the promoter: `vendés`), `$500 por entrada que ingresa`, `Sin comisión`. */
export function commissionWords(
  commission: CommissionTerms | null,
  reader: 'organizer' | 'promoter' = 'organizer',
): string {
  if (commission === null) return 'Sin comisión'
  const { percent, fixedCents, earnedOn } = commission
  const does = earnedOn === 'arrival' ? 'ingresa' : reader === 'organizer' ? 'vende' : 'vendés'
  return percent === null
    ? `${formatMoney(fixedCents)} por entrada que ${does}`
    : `${showPercent(Math.round(percent * 100))} % de lo que ${does}`
}

/** `12 dadas de 50`; `Ninguna` where none was given nor may be. */
export function courtesyWords({ maxUses }: Pick<Promo, 'maxUses'>, used: number): string {
  return maxUses === 0 && used === 0
    ? 'Ninguna'
    : `${grouped(used)} ${used === 1 ? 'dada' : 'dadas'} de ${grouped(maxUses)}`
}

/** Of which tickets and until when; empty where nothing narrows it. */
export function limitWords({ allowedTypes, closesAt }: Pick<Promo, 'allowedTypes' | 'closesAt'>): string {
  return [
    allowedTypes !== null && (allowedTypes.map(({ name }) => name).join(', ') || 'De ningún tipo que quede'),
    closesAt !== null && `hasta el ${formatMoment(closesAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The limit that leaves less than the promoter's own courtesies; null where theirs is the smallest. */
export function boundWords(left: CourtesyAvailability): string | null {
  const { rrppCourtesiesAvailable, eventCourtesiesRemaining: ofEvent, placesToGive: places } = left
  const own = rrppCourtesiesAvailable ?? Infinity
  if (left.bound === 'stock' && places < own) {
    return places === 0
      ? 'No quedan lugares para dar.'
      : `Para dar ${places === 1 ? 'queda' : 'quedan'} ${counted(places, 'lugar', 'lugares')}.`
  }
  if (ofEvent >= own) return null
  return ofEvent === 0
    ? 'Ya se dieron todas las cortesías que admite el evento.'
    : `Al evento le ${ofEvent === 1 ? 'queda' : 'quedan'} ${counted(ofEvent, 'cortesía', 'cortesías')} para dar.`
}

export type PromoState = 'open' | 'closed' | 'paused' | 'none'

export const promoStates: StateLabels<PromoState> = {
  open: { one: 'Activo', many: 'Activos', tone: 'yerba' },
  closed: { one: 'Lista cerrada', many: 'Con la lista cerrada', tone: 'sol' },
  paused: { one: 'Pausado', many: 'Pausados', tone: 'neutral' },
  none: { one: 'Solo su enlace', many: 'Solo con su enlace', tone: 'neutral' },
}

/** What stands in the way of giving and selling by hand, first of all. */
export function promoStateOf(
  promo: Pick<Promo, 'isActive' | 'isListClosed' | 'maxUses' | 'canSellInPerson'>,
): PromoState {
  if (!promo.isActive) return 'paused'
  if (promo.maxUses === 0 && !promo.canSellInPerson) return 'none'
  return promo.isListClosed ? 'closed' : 'open'
}
