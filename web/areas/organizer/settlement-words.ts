/** A company's money in words and steps. */
import { addDays, formatDay, fromLocal } from '#contract/dates.ts'
import { formatExactCents } from '#contract/exact-money.ts'
import type { SettlementFigures } from '#contract/settlement.ts'
import type { FallStep } from '#web/ui/Fall.tsx'

/** Days, both counted, `YYYY-MM-DD`; open where one is not said. */
export interface Period {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

const MONTHS = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
]

/** The month of a day, or so many before it. */
export function monthOf(day: string, before = 0): { from: string; until: string; name: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 - before
  const dayOf = (at: number) => `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
  return { from: dayOf(index), until: addDays(dayOf(index + 1), -1), name: MONTHS[index % 12] ?? '' }
}

/** `Noviembre 2026`, `Del mar 3 nov al sáb 7 nov 2026`; of all there is, `Todo lo vendido`. */
export function periodWords({ from, until }: Period): string {
  const withoutYear = (day: string) => formatDay(fromLocal(day, '12:00'))
  const yearOf = (day: string) => day.slice(0, 4)
  const words = (day: string) => `${withoutYear(day)} ${yearOf(day)}`
  if (from === undefined) return until === undefined ? 'Todo lo vendido' : `Hasta el ${words(until)}`
  if (until === undefined) return `Desde el ${words(from)}`
  const month = monthOf(from)
  if (month.from === from && month.until === until) return `${month.name} ${yearOf(from)}`
  if (from === until) return `El ${words(from)}`
  return `Del ${yearOf(from) === yearOf(until) ? withoutYear(from) : words(from)} al ${words(until)}`
}

/** What stands between what was paid and what is kept; what nobody has here is left out. */
export function fallSteps(figures: SettlementFigures): FallStep[] {
  const { paidCents, refundedCents, platformCents, providerCents, commissionCents, costCents, keptCents } = figures
  const some = (step: FallStep): FallStep[] => (step.amount === 0 ? [] : [step])
  return [
    { label: 'Pagado', amount: paidCents, is: 'start', tone: 'celeste' },
    { label: 'Devuelto', amount: refundedCents, is: 'less', tone: 'rojo' },
    { label: 'Cargo Previa', amount: platformCents, is: 'less', tone: 'humo' },
    { label: 'Mercado Pago', amount: providerCents, is: 'less', tone: 'humo' },
    ...some({ label: 'Comisiones RRPP', amount: commissionCents, is: 'less', tone: 'sol' }),
    ...some({ label: 'Costos', amount: costCents, is: 'less', tone: 'sol' }),
    { label: 'Te queda', amount: keptCents, is: 'end', tone: keptCents < 0 ? 'rojo' : 'yerba' },
  ]
}

/** What each figure is, for who asks where it comes from. */
export const figureWords: readonly (readonly [name: string, words: string])[] = [
  ['Pagado', 'Todo lo que pagó la gente en esos días, con el cargo por servicio cuando lo paga quien compra.'],
  [
    'Devuelto',
    'Lo que volvió a quienes pagaron: reembolsos, devoluciones que hiciste desde Mercado Pago y contracargos. Cuenta el día en que se devolvió, aunque la venta sea de antes.',
  ],
  [
    'Cargo Previa',
    'El cargo por servicio, lo pague quien compra o tu organización, menos la parte que devolvimos junto con cada reembolso.',
  ],
  ['Mercado Pago', 'Lo que Mercado Pago se queda de cada pago. Cuando devolvés una entrada, esa comisión no vuelve.'],
  ['Te queda', 'Lo pagado menos todo lo anterior.'],
]

/** `Te quedan $83,64 de cada $100 pagados`; nothing where nothing was paid or kept. */
export function keptOfHundred({ paidCents, keptCents }: SettlementFigures): string | undefined {
  if (paidCents <= 0 || keptCents <= 0) return undefined
  return `Te quedan ${formatExactCents(Math.round((keptCents / paidCents) * 10_000))} de cada $100 pagados`
}
