/** What a promoter reads of a settlement that waits for them. Pure. */
import { paths } from '#contract/api/paths.ts'
import { formatExactMoney } from '#contract/values/money.ts'
import { countedWords } from '#contract/values/settlement-words.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'
import type { SettlementPaper } from './queries-settlements.ts'

/** WhatsApp's template: name, organization, event and what changes hands. */
const TEMPLATE = 'liquidacion_rrpp'

type Proposed = Pick<
  SettlementPaper,
  'name' | 'eventName' | 'flyer' | 'companyName' | 'commissionCents' | 'handedInCents' | 'countedCents'
>

/** The lines of a settlement, for its mail and its receipt. */
export function settlementLines({
  commissionCents,
  handedInCents,
}: Pick<Proposed, 'commissionCents' | 'handedInCents'>) {
  const lines: [label: string, cents: number][] = []
  if (commissionCents > 0) lines.push(['Comisión que se paga', commissionCents])
  if (commissionCents < 0) lines.push(['Comisión que se devuelve', -commissionCents])
  if (handedInCents > 0) lines.push(['Efectivo de ventas que se rinde', handedInCents])
  if (handedInCents < 0) lines.push(['Efectivo rendido de más que vuelve', -handedInCents])
  return lines
}

export function proposedMail({ eventName, flyer, companyName, ...amounts }: Proposed): Letter {
  return {
    event: { eventName, flyer },
    subject: `${companyName} te pasó la liquidación de ${eventName}`,
    lines: [
      `${companyName} armó tu liquidación de ${eventName}. Confirmala cuando la plata haya cambiado de manos.`,
      ...settlementLines(amounts).map(([label, cents]) => `${label}: ${formatExactMoney(cents)}`),
      `${countedWords(amounts, 'promoter', formatExactMoney)}.`,
    ],
    action: { label: 'Ver la liquidación', path: paths.promoterSettlement() },
  }
}

export function proposedWhatsapp({ name, companyName, eventName, countedCents }: Proposed): Template {
  return {
    template: TEMPLATE,
    params: [firstName(name), companyName, eventName, countedWords({ countedCents }, 'promoter', formatExactMoney)],
  }
}
