/** What the charts of an event's and a company's metrics draw. */
import { addDays, daysBetween, formatDay, fromLocal, toLocalTime } from '#contract/values/dates.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { EventFigures, getEventSales, getEventTickets } from '#contract/events/metrics.ts'
import { figures } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import { monthOf } from '#web/features/lists/months.ts'
import { today } from '#web/lib/clock.ts'
import type { ChartData } from '#web/ui/charts/chart-data.ts'

type Sales = Answer<typeof getEventSales>
type Tickets = Answer<typeof getEventTickets>

/** A longer sale shows its last days. */
const MOST_DAYS = 120
const QUARTER_MS = 15 * 60_000

const money = (rows: readonly (Pick<EventFigures, 'paidCents' | 'refundedCents'> | undefined)[]) => [
  { label: figures.paid.label, values: rows.map((row) => row?.paidCents ?? 0) },
  { label: figures.refunded.label, values: rows.map((row) => row?.refundedCents ?? 0) },
]

interface DaysOfSale {
  readonly data: ChartData
  /** The place of today; -1 where it is not among them. */
  readonly highlight: number
  /** Sums of what moved on other days. */
  readonly period?: string
}

/**
 * Every day of the sale, those without sales too: from the first sale to today, or to the end of an event that is over. Money that went back
 * after that makes the axis no longer: its sum is said.
 */
export function byDay({ days, endsOn }: Sales): DaysOfSale {
  const sold = days.filter(({ sales, paidCents }) => sales > 0 || paidCents > 0)
  const [first, last] = [sold[0]?.day ?? days[0]?.day, sold.at(-1)?.day ?? days.at(-1)?.day]
  if (first === undefined || last === undefined)
    return { data: { heading: 'Día', labels: [], series: money([]) }, highlight: -1 }
  const lastOpen = endsOn === null ? today() : earlier(endsOn, today())
  const end = lastOpen > last ? lastOpen : last
  const count = Math.min(daysBetween(first, end) + 1, MOST_DAYS)
  const shown = Array.from({ length: count }, (_, place) => addDays(end, place + 1 - count))
  const found = new Map(days.map((each) => [each.day, each]))
  const data = {
    heading: 'Día',
    labels: shown.map((day) => String(Number(day.slice(8)))),
    names: shown.map((day) => formatDay(fromLocal(day, '12:00'))),
    series: money(shown.map((day) => found.get(day))),
  }
  const period = outsideWords(days, { from: shown[0] ?? first, to: end })
  return { data, highlight: shown.indexOf(today()), ...(period && { period }) }
}

const earlier = (one: string, other: string) => (one < other ? one : other)

/** `antes se pagaron $36.000; después se devolvieron $18.000`; empty where all of it is shown. */
function outsideWords(days: Sales['days'], { from, to }: { from: string; to: string }): string {
  const beforeCents = days.filter(({ day }) => day < from).reduce((sum, { paidCents }) => sum + paidCents, 0)
  const afterCents = days.filter(({ day }) => day > to).reduce((sum, { refundedCents }) => sum + refundedCents, 0)
  return [
    beforeCents > 0 ? `antes se pagaron ${formatMoney(beforeCents)}` : [],
    afterCents > 0 ? `después se devolvieron ${formatMoney(afterCents)}` : [],
  ]
    .flat()
    .join('; ')
}

/** `2026-11` → `Noviembre 2026`. */
export const monthName = (month: string) => `${monthOf(`${month}-01`).name} ${month.slice(0, 4)}`

/** Every month from the first to the last, those on which nothing moved too. */
export function byMonth(months: Sales['months']): ChartData {
  const found = new Map(months.map((each) => [each.month, each]))
  const shown = monthsBetween(months[0]?.month, months.at(-1)?.month)
  return {
    heading: 'Mes',
    labels: shown.map((month) => monthOf(`${month}-01`).name.slice(0, 3)),
    names: shown.map((month) => monthName(month)),
    series: money(shown.map((month) => found.get(month))),
  }
}

function monthsBetween(first: string | undefined, last: string | undefined): string[] {
  const months: string[] = []
  // The 28th and four days are in the next month.
  for (let month = first; month !== undefined && last !== undefined && month <= last;) {
    months.push(month)
    month = addDays(`${month}-28`, 4).slice(0, 7)
  }
  return months
}

export function byType({ types }: Tickets): ChartData {
  return {
    heading: 'Tipo',
    labels: types.map(({ name }) => name),
    series: [
      { label: figures.occupied.label, values: types.map(({ sold, courtesies }) => sold + courtesies) },
      { label: figures.capacity.label, values: types.map(({ capacity }) => capacity) },
      { label: figures.courtesies.label, values: types.map(({ courtesies }) => courtesies) },
      { label: figures.admitted.label, values: types.map(({ arrived }) => arrived) },
    ],
  }
}

export function byDrink({ drinks }: Tickets): ChartData {
  return {
    heading: 'Bebida',
    labels: drinks.map(({ name }) => name),
    series: [
      { label: figures.redeemed.label, values: drinks.map(({ redeemed }) => redeemed) },
      { label: figures.drinks.label, values: drinks.map(({ sold }) => sold) },
    ],
  }
}

/** Every quarter of an hour from the first arrival to the last; the hours of a night, whenever a late one came. */
export function byQuarter({ arrivals }: Tickets): ChartData {
  const [first, last] = [arrivals[0]?.at, arrivals.at(-1)?.at]
  const begins = first === undefined ? 0 : Date.parse(first)
  const ends = last === undefined ? -1 : Date.parse(last)
  const isOneNight = ends - begins <= 24 * 3_600_000
  const shown = isOneNight
    ? Array.from({ length: Math.floor((ends - begins) / QUARTER_MS) + 1 }, (_, place) =>
        new Date(begins + place * QUARTER_MS).toISOString(),
      )
    : arrivals.map(({ at }) => at)
  const found = new Map(arrivals.map(({ at, arrived }) => [Date.parse(at), arrived]))
  return {
    heading: 'Hora',
    labels: shown.map((at) => toLocalTime(at)),
    names: shown.map((at) => (isOneNight ? toLocalTime(at) : `${formatDay(at)}, ${toLocalTime(at)}`)),
    series: [{ label: figures.admitted.label, values: shown.map((at) => found.get(Date.parse(at)) ?? 0) }],
  }
}
