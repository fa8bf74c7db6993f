/** What a promoter may still give or sell, and the words that say it. Pure. */
import type { IssuableType } from '#contract/sales/box-office.ts'
import type { PromoterOptions } from '#contract/sales/box-office-promoters.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { counted } from '#web/lib/numbers.ts'

/** What is done: given as a courtesy, or sold in person. */
export type Issue = 'courtesy' | 'sale'

const closedWords: Record<NonNullable<PromoterOptions['closed']>, string> = {
  draft: 'El evento todavía no se publicó.',
  over: 'El evento terminó o se canceló.',
  company: 'La organización todavía no está aprobada.',
}

/** Why nothing can be given or sold now; null when it can. */
export function blockedWords(options: PromoterOptions, issue: Issue): string | null {
  const { promo, courtesyAvailability: left, cashLeftCents, closed } = options
  if (closed !== null) return closedWords[closed]
  if (!promo.isActive) return 'El organizador pausó tu lista en este evento.'
  if (promo.isListClosed) return 'Tu lista de este evento ya cerró.'
  if (issue === 'sale') {
    if (!promo.canSellInPerson) return 'En este evento no tenés habilitado vender en persona.'
    if (cashLeftCents === 0) return 'Llegaste al tope de efectivo: rendí lo que cobraste para seguir vendiendo.'
  } else {
    if (promo.maxUses === 0) return 'El organizador todavía no te dio cortesías en este evento.'
    if (promo.remainingUses === 0) return `Ya usaste tus ${promo.maxUses} cortesías.`
    if (left.eventCourtesiesRemaining === 0) return 'Ya se dieron todas las cortesías que admite el evento.'
  }
  if (typesFor(options, issue).length === 0) return 'No hay entradas que puedas dar o vender en este evento.'
  return null
}

/** The types of a choice; of a courtesy, those that are only given come first. */
export function typesFor({ ticketTypes }: PromoterOptions, issue: Issue): IssuableType[] {
  if (issue === 'sale') return ticketTypes.filter(({ isSold }) => isSold)
  return [...ticketTypes].sort((a, b) => Number(a.isSold) - Number(b.isSold))
}

/** What is left, the smallest limit of those that bind. */
export function leftWords(options: PromoterOptions, issue: Issue, type: IssuableType | undefined): string {
  if (type?.available === 0) return 'No quedan lugares de este tipo'
  if (issue === 'sale') {
    const { cashLeftCents } = options
    if (type && cashLeftCents !== null && toCents(type.price) > cashLeftCents)
      return `Hasta rendir lo que cobraste podés vender por ${formatMoney(cashLeftCents)} más`
    return cashLeftCents === null ? '' : `Podés cobrar ${formatMoney(cashLeftCents)} más antes de rendir`
  }
  const { least, whose } = leastOf(options, type)
  return `${whose} ${remain(least)} ${counted(least, 'cortesía', 'cortesías')}`
}

/** That a list has more people than there is left to give; null when it fits. */
export function tooManyWords(options: PromoterOptions, type: IssuableType | undefined, people: number): string | null {
  const { least, whose } = leastOf(options, type)
  return people > least ? `Son ${people} y ${whose.toLowerCase()} ${remain(least)} ${least}` : null
}

/** The smallest of what is left to the promoter, to the event and of the type's places, as the server decides it; of equal ones the first. */
function leastOf({ courtesyAvailability: left }: PromoterOptions, type: IssuableType | undefined) {
  const limits = [
    ...(left.rrppCourtesiesAvailable === null ? [] : [{ least: left.rrppCourtesiesAvailable, whose: 'Te' }]),
    { least: left.eventCourtesiesRemaining, whose: 'Al evento le' },
    ...(type ? [{ least: type.available, whose: 'De este tipo' }] : []),
  ]
  return limits.reduce((least, each) => (each.least < least.least ? each : least))
}

function remain(count: number): string {
  return count === 1 ? 'queda' : 'quedan'
}

/** Whether a ticket of the type can be made now. */
export function canIssue(options: PromoterOptions, issue: Issue, type: IssuableType | undefined): boolean {
  if (!type || type.available === 0) return false
  const { cashLeftCents } = options
  return issue === 'courtesy' || cashLeftCents === null || toCents(type.price) <= cashLeftCents
}
