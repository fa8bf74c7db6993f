/** When an event has paid its costs (rule R23.6). Pure; amounts in centavos. */
import type { EventFigures } from '#contract/events/metrics.ts'
import { figures, resultCents, type FigureWords } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import type { ChartData } from '#web/ui/charts/chart-data.ts'

export type Money = Pick<
  EventFigures,
  | 'tickets'
  | 'paidCents'
  | 'refundedCents'
  | 'platformCents'
  | 'providerCents'
  | 'commissionCents'
  | 'costCents'
  | 'keptCents'
>

export interface BreakEven {
  /** What each paid ticket left on average; null while none left anything. */
  readonly perTicketCents: number | null
  /** Paid tickets that pay the costs; null while nothing says what one leaves. */
  readonly tickets: number | null
  /** Of those, still to be sold. */
  readonly missing: number | null
}

export function breakEvenOf({ tickets, costCents, keptCents }: Money): BreakEven {
  const isKnown = tickets > 0 && keptCents > 0
  const perTicketCents = isKnown ? keptCents / tickets : null
  if (perTicketCents === null) {
    const isCovered = costCents <= 0
    return { perTicketCents, tickets: isCovered ? 0 : null, missing: isCovered ? 0 : null }
  }
  // Whole centavos first: the average itself has no end.
  const needed = Math.ceil((costCents * tickets) / keptCents)
  return { perTicketCents, tickets: needed, missing: Math.max(0, needed - tickets) }
}

/** The one sentence that matters; `left` are the places that can still be sold. */
export function breakEvenWords(money: Money, left: number): string {
  const { missing, perTicketCents } = breakEvenOf(money)
  if (money.costCents <= 0) return 'Todavía no hay costos que cubrir.'
  if (missing === null || perTicketCents === null) {
    return `Hay que cubrir ${formatMoney(money.costCents)}. Con las primeras ventas decimos con cuántas entradas.`
  }
  if (missing === 0) return `Los costos ya están cubiertos: quedan ${formatMoney(resultCents(money))}.`
  const words = `${missing === 1 ? 'Falta 1 entrada' : `Faltan ${grouped(missing)} entradas`} para cubrir los costos, a ${formatMoney(wholePesos(perTicketCents))} que deja cada una.`
  return missing > left
    ? `${words} ${left <= 0 ? 'No quedan lugares' : `Quedan ${counted(left, 'lugar', 'lugares')}`}: no alcanza.`
    : words
}

export const wholePesos = (cents: number) => Math.round(cents / 100) * 100

/** What is kept is the company's, and not its commercial's. */
export const keptWords = (isOwn: boolean): FigureWords => ({ ...figures.kept, ...(!isOwn && { label: 'Queda' }) })

/** From what people paid to what is left once the costs are paid; what takes away has a colour of its own, below zero. */
export function profitChart(money: Money): ChartData {
  const { paidCents, refundedCents, platformCents, providerCents, commissionCents, costCents } = money
  const steps = [
    [figures.paid.label, figures.paid.label, paidCents],
    [figures.refunded.label, figures.refunded.label, -refundedCents],
    [figures.charges.label, figures.charges.label, -(platformCents + providerCents)],
    ['RRPP', figures.commissions.label, -commissionCents],
    [figures.costs.label, figures.costs.label, -costCents],
    [figures.result.label, figures.result.label, resultCents(money)],
  ] as const
  const shown = steps.filter(
    ([, name, cents]) => cents !== 0 || name === figures.paid.label || name === figures.result.label,
  )
  return {
    heading: 'Paso',
    labels: shown.map(([label]) => label),
    names: shown.map(([, name]) => name),
    series: [
      { label: 'Entra y queda', values: shown.map(([, name, cents]) => (isTaken(name) ? 0 : cents)) },
      { label: 'Se resta', values: shown.map(([, name, cents]) => (isTaken(name) ? cents : 0)) },
    ],
  }
}

const isTaken = (step: string) => step !== figures.paid.label && step !== figures.result.label

const POINTS = 12

/** What paid tickets leave, at their average, against the costs: the two meet at the break-even. */
export function breakEvenChart(money: Money, isOwn: boolean): { data: ChartData; highlight: number } {
  const { perTicketCents, tickets: needed } = breakEvenOf(money)
  if (perTicketCents === null || needed === null) {
    return { data: { heading: figures.paidTickets.label, labels: [], series: [] }, highlight: -1 }
  }
  const step = Math.max(1, Math.ceil((Math.max(needed, money.tickets) * 1.2) / POINTS))
  const counts = Array.from({ length: POINTS + 1 }, (_, place) => place * step)
  return {
    data: {
      heading: figures.paidTickets.label,
      labels: counts.map(grouped),
      names: counts.map((count) => counted(count, 'entrada', 'entradas')),
      series: [
        { label: keptWords(isOwn).label, values: counts.map((count) => Math.round(count * perTicketCents)) },
        { label: figures.costs.label, values: counts.map(() => money.costCents) },
      ],
    },
    highlight: Math.round(money.tickets / step),
  }
}
