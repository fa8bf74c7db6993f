/** A company's money in words and steps. */
import { addDays, formatDay, formatMoment, fromLocal, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { SettlementControl, SettlementFigures, SettlementRelease } from '#contract/companies/settlement.ts'
import { monthOf } from '#web/features/lists/months.ts'
import { today } from '#web/lib/clock.ts'
import { counted } from '#web/lib/numbers.ts'
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

/** The deductions between paid and net; empty ones are left out. */
export function fallSteps(figures: SettlementFigures): WaterfallStep[] {
  const { paidCents, refundedCents, platformCents, providerCents, commissionCents, costCents, keptCents } = figures
  const some = (step: WaterfallStep): WaterfallStep[] => (step.amount === 0 ? [] : [step])
  return [
    { label: 'Pagado', amount: paidCents, is: 'start', tone: 'celeste' },
    { label: 'Devuelto', amount: refundedCents, is: 'less', tone: 'rojo' },
    { label: 'Cargo Previa', amount: platformCents, is: 'less', tone: 'humo' },
    { label: 'Mercado Pago', amount: providerCents, is: 'less', tone: 'humo', note: providerRate(figures) },
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
  [
    'Mercado Pago',
    'Lo que Mercado Pago se queda de cada pago. Cuando la plata se devuelve esa comisión no vuelve, tampoco la de un pago que llegó tarde o repetido y devolvimos entero.',
  ],
  ['Te queda', 'Lo pagado menos todo lo anterior.'],
  [
    'Ya en tu Mercado Pago y por liberarse',
    'Lo que te queda de cada pago hecho por Mercado Pago, según la fecha en que Mercado Pago informa que podés usarlo, menos lo que ya se devolvió de ese pago. Todavía sin restar comisiones de RRPP ni costos, que se pagan aparte.',
  ],
]

/** `6,4 % de lo cobrado`: what Mercado Pago kept; nothing where nothing was paid. */
export function providerRate({ paidCents, providerCents }: SettlementFigures): string | undefined {
  if (paidCents <= 0 || providerCents <= 0) return undefined
  const rate = (providerCents / paidCents) * 100
  return `${rate.toLocaleString('es-AR', { maximumFractionDigits: 1 })} % de lo cobrado`
}

/** `hoy 14:05`, `ayer 14:05`, `sáb 21 nov, 14:05`. */
function momentWords(instant: string): string {
  const day = toLocalDate(instant)
  if (day === today()) return `hoy ${toLocalTime(instant)}`
  return day === addDays(today(), -1) ? `ayer ${toLocalTime(instant)}` : formatMoment(instant)
}

/** A figure with what it is called and what is said beneath. */
export interface FigureWords {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly tone?: 'yerba' | 'sol'
}

const hasDates = ({ lastReleasedAt, releasesFrom, releasedCents, toReleaseCents }: SettlementRelease) =>
  lastReleasedAt !== null || releasesFrom !== null || releasedCents !== 0 || toReleaseCents !== 0
const UNDATED = { value: 'Sin fecha', note: 'Mercado Pago no nos informó cuándo se liberan estos pagos.' }

/** What is the company's to use already. */
export function releasedWords(release: SettlementRelease): FigureWords {
  const label = 'Ya en tu Mercado Pago'
  const { releasedCents, lastReleasedAt, undatedPayments } = release
  if (!hasDates(release) && undatedPayments > 0) return { label, ...UNDATED }
  const note =
    lastReleasedAt !== null
      ? `Última acreditación: ${momentWords(lastReleasedAt)}`
      : releasedCents < 0
        ? 'Lo que se devolvió o se cobró Mercado Pago de pagos que ya tenías.'
        : 'Todavía no se acreditó nada de estas ventas.'
  return { label, value: formatMoney(releasedCents), note }
}

/** What is not yet, and from when on it is. */
export function toReleaseWords(release: SettlementRelease): FigureWords {
  const { toReleaseCents, releasesFrom, releasesUntil, undatedPayments } = release
  const label = 'Por liberarse'
  if (!hasDates(release) && undatedPayments > 0) return { label, ...UNDATED }
  const value = formatMoney(toReleaseCents)
  if (releasesFrom === null || releasesUntil === null)
    return {
      label,
      value,
      note:
        toReleaseCents < 0
          ? 'Lo que Mercado Pago se queda de pagos que se devolvieron.'
          : 'No queda nada por liberarse de estas ventas.',
    }
  const [first, last] = [dayOfMonth(releasesFrom), dayOfMonth(releasesUntil)]
  const note = 'Según el medio con que pagaron.'
  if (toLocalDate(releasesFrom) === toLocalDate(releasesUntil)) return { label: `Se libera el ${first}`, value, note }
  return { label: `Se libera entre el ${first} y el ${last}`, value, note }
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

/** Whether Mercado Pago says the same; what was not compared lately is not said to agree. */
export function controlWords(control: SettlementControl): FigureWords {
  const label = 'Control con Mercado Pago'
  const { checkedAt, isOld, payments, differences, differenceCents } = control
  const unread = unreadWords(control)
  const since = `${checkedAt ? ` Último control: ${momentWords(checkedAt)}.` : ''}${unread}`
  if (differences > 0) {
    const says = counted(differences, 'pago no coincide', 'pagos no coinciden')
    const note = `${says} con lo que informa Mercado Pago: ${formatMoney(differenceCents)} de diferencia. Ya lo estamos mirando.${since}`
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
