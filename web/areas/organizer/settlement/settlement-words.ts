/** A company's money in words and steps. */
import { addDays, formatDay, formatMoment, fromLocal, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { figures, resultCents, type FigureWords } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { SettlementControl, SettlementFigures, SettlementRelease } from '#contract/companies/settlement.ts'
import { monthOf } from '#web/features/lists/months.ts'
import { today } from '#web/lib/clock.ts'
import { counted, shareOf } from '#web/lib/numbers.ts'
import type { WaterfallStep } from '#web/ui/data/Waterfall.tsx'

/** Days, both counted, `YYYY-MM-DD`; open where one is not said. */
export interface Period {
  readonly from?: string | undefined
  readonly until?: string | undefined
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

/** The deductions between paid and what is kept, and, where there are costs, what is left of that; empty ones are left out. */
export function fallSteps(totals: SettlementFigures): WaterfallStep[] {
  const { paidCents, refundedCents, platformCents, providerCents, commissionCents, costCents, keptCents } = totals
  const result = resultCents(totals)
  const toneOf = (cents: number): WaterfallStep['tone'] => (cents < 0 ? 'rojo' : 'yerba')
  const some = (step: WaterfallStep): WaterfallStep[] => (step.amount === 0 ? [] : [step])
  return [
    { label: figures.paid.label, amount: paidCents, is: 'start', tone: 'celeste' },
    { label: figures.refunded.label, amount: refundedCents, is: 'less', tone: 'rojo' },
    { label: figures.platform.label, amount: platformCents, is: 'less', tone: 'humo' },
    { label: figures.provider.label, amount: providerCents, is: 'less', tone: 'humo', note: providerRate(totals) },
    ...some({ label: figures.commissions.label, amount: commissionCents, is: 'less', tone: 'sol' }),
    { label: figures.kept.label, amount: keptCents, is: 'end', tone: toneOf(keptCents) },
    ...(costCents === 0
      ? []
      : [
          { label: figures.costs.label, amount: costCents, is: 'less' as const, tone: 'sol' as const },
          { label: figures.result.label, amount: result, is: 'end' as const, tone: toneOf(result) },
        ]),
  ]
}

/** The figures of the fall, as they are explained beneath it. */
export const fallFigures: readonly FigureWords[] = [
  figures.paid,
  figures.refunded,
  figures.platform,
  figures.provider,
  figures.commissions,
  figures.kept,
  figures.costs,
  figures.result,
]

/** `6,4 % de lo pagado`: what Mercado Pago kept; nothing where nothing was paid. */
export function providerRate({ paidCents, providerCents }: SettlementFigures): string | undefined {
  if (paidCents <= 0 || providerCents <= 0) return undefined
  return `${shareOf(providerCents, paidCents, 1)} de lo pagado`
}

/** `hoy 14:05`, `ayer 14:05`, `sáb 21 nov, 14:05`. */
function momentWords(instant: string): string {
  const day = toLocalDate(instant)
  if (day === today()) return `hoy ${toLocalTime(instant)}`
  return day === addDays(today(), -1) ? `ayer ${toLocalTime(instant)}` : formatMoment(instant)
}

/** A figure with its name and the line beneath it. */
export interface ShownFigure {
  readonly label: string
  readonly definition?: string
  readonly value: string
  readonly note: string
  readonly tone?: 'yerba' | 'sol'
}

const hasDates = ({ lastReleasedAt, releasesFrom, releasedCents, toReleaseCents }: SettlementRelease) =>
  lastReleasedAt !== null || releasesFrom !== null || releasedCents !== 0 || toReleaseCents !== 0
const UNDATED = { value: 'Sin fecha', note: 'Mercado Pago no nos informó cuándo se liberan estos pagos.' }

/** What is the company's to use already. */
export function releasedWords(release: SettlementRelease): ShownFigure {
  const figure = figures.released
  const { releasedCents, lastReleasedAt, undatedPayments } = release
  if (!hasDates(release) && undatedPayments > 0) return { ...figure, ...UNDATED }
  const note =
    lastReleasedAt !== null
      ? `Última acreditación: ${momentWords(lastReleasedAt)}`
      : releasedCents < 0
        ? 'Lo que se devolvió o se cobró Mercado Pago de pagos que ya tenías.'
        : 'Todavía no se acreditó nada de estas ventas.'
  return { ...figure, value: formatMoney(releasedCents), note }
}

/** What is not yet, and from when on it is. */
export function toReleaseWords(release: SettlementRelease): ShownFigure {
  const { toReleaseCents, releasesFrom, releasesUntil, undatedPayments } = release
  const figure = figures.toRelease
  if (!hasDates(release) && undatedPayments > 0) return { ...figure, ...UNDATED }
  const value = formatMoney(toReleaseCents)
  if (releasesFrom === null || releasesUntil === null)
    return {
      ...figure,
      value,
      note:
        toReleaseCents < 0
          ? 'Lo que Mercado Pago se queda de pagos que se devolvieron.'
          : 'No queda nada por liberarse de estas ventas.',
    }
  const [first, last] = [dayOfMonth(releasesFrom), dayOfMonth(releasesUntil)]
  const note = 'Según el medio con que pagaron.'
  if (toLocalDate(releasesFrom) === toLocalDate(releasesUntil))
    return { ...figure, label: `Se libera el ${first}`, value, note }
  return { ...figure, label: `Se libera entre el ${first} y el ${last}`, value, note }
}

/** What is in neither of the two. */
export function elsewhereWords({ undatedCents, undatedPayments, cashCents, ...rest }: SettlementRelease): string[] {
  const isPart = hasDates({ undatedCents, undatedPayments, cashCents, ...rest })
  const undated =
    undatedPayments > 0
      ? `De ${counted(undatedPayments, 'pago', 'pagos')} Mercado Pago no nos informó cuándo se liberan: te dejan ${formatMoney(undatedCents)}${isPart ? ', que no están en esas cuentas' : ''}.`
      : undatedCents !== 0
        ? `${formatMoney(undatedCents)} son de pagos de los que Mercado Pago no nos informó cuándo se liberan.`
        : null
  const cash = cashCents !== 0 ? `${formatMoney(cashCents)} se cobraron en efectivo: no pasan por Mercado Pago.` : null
  return [undated, cash].filter((words) => words !== null)
}

/** The name of the comparison with Mercado Pago. */
export const CONTROL = 'Control con Mercado Pago'

/** Whether Mercado Pago says the same; what was not compared lately is not said to agree. */
export function controlWords(control: SettlementControl): ShownFigure {
  const label = CONTROL
  const { checkedAt, isOld, payments, differences, differenceCents } = control
  const unread = unreadWords(control)
  const since = `${checkedAt ? ` Último control: ${momentWords(checkedAt)}.` : ''}${unread}`
  if (differences > 0) {
    const says = counted(differences, 'pago no coincide', 'pagos no coinciden')
    const note = `${says} con lo que informa Mercado Pago: ${Math.abs(differenceCents) < 100 ? 'menos de $1' : formatMoney(differenceCents)} de diferencia. Ya lo estamos mirando.${since}`
    return { label, value: 'En revisión', note, tone: 'sol' }
  }
  if (checkedAt === null && unread !== '') return { label, value: 'Sin comparar', note: unread.trim(), tone: 'sol' }
  if (checkedAt === null) {
    return { label, value: 'Pendiente', note: 'Una vez por día comparamos cada pago con lo que informa Mercado Pago.' }
  }
  const compared = counted(payments, 'pago comparado', 'pagos comparados')
  if (isOld) {
    const note = `${compared} hasta ${formatMoment(checkedAt)}, sin diferencias. De lo que vino después todavía no sabemos; lo volvemos a intentar solos.${unread}`
    return { label, value: `Sin comparar desde el ${formatDay(checkedAt)}`, note, tone: 'sol' }
  }
  return { label, value: 'Coincide', note: `${compared}, $0 de diferencia.${since}`, tone: 'yerba' }
}

/** What is not compared although it was sold, and what to do; nothing where there is no such account. */
function unreadWords({ unreadAccounts }: SettlementControl): string {
  if (unreadAccounts === 0) return ''
  return unreadAccounts === 1
    ? ' Lo de una cuenta de Mercado Pago que quedó sin permiso no se puede comparar hasta que la reconectes en Cobros.'
    : ` Lo de ${unreadAccounts} cuentas de Mercado Pago que quedaron sin permiso no se puede comparar hasta que las reconectes en Cobros.`
}

/** `Te quedan $83,64 de cada $100 pagados`; nothing where nothing was paid or kept. */
export function netOfHundred({ paidCents, keptCents }: SettlementFigures): string | undefined {
  if (paidCents <= 0 || keptCents <= 0) return undefined
  return `Te quedan ${formatMoney(Math.round((keptCents / paidCents) * 10_000))} de cada $100 pagados`
}

/** `28 nov`: the day without its weekday. */
function dayOfMonth(instant: string): string {
  return formatDay(instant).split(' ').slice(1).join(' ')
}
