/** What the charts of an event's and a company's metrics draw. */
import { addDays, daysBetween, formatDay, fromLocal, toLocalTime } from '#contract/values/dates.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { EventFigures, getEventSales, getEventTickets } from '#contract/events/metrics.ts'
import { figures } from '#contract/values/figures.ts'
import { monthOf } from '#web/features/lists/months.ts'
import { today } from '#web/lib/clock.ts'
import type { ChartData } from '#web/ui/charts/chart-data.ts'

type Sales = Answer<typeof getEventSales>
type Tickets = Answer<typeof getEventTickets>

/** More days than a chart can show are those of the end. */
const MOST_DAYS = 120
const QUARTER_MS = 15 * 60_000

const money = (rows: readonly (Pick<EventFigures, 'paidCents' | 'refundedCents'> | undefined)[]) => [
  { label: figures.paid.label, values: rows.map((row) => row?.paidCents ?? 0) },
  { label: figures.refunded.label, values: rows.map((row) => row?.refundedCents ?? 0) },
]

/** Every day from the first on which something moved to the last, those without sales too; and which of them is today. */
export function byDay({ days }: Sales): { data: ChartData; highlight: number } {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined)
    return { data: { heading: 'Día', labels: [], series: money([]) }, highlight: -1 }
  const count = Math.min(daysBetween(first, last) + 1, MOST_DAYS)
  const shown = Array.from({ length: count }, (_, place) => addDays(last, place + 1 - count))
  const found = new Map(days.map((each) => [each.day, each]))
  const data = {
    heading: 'Día',
    labels: shown.map((day) => String(Number(day.slice(8)))),
    names: shown.map((day) => formatDay(fromLocal(day, '12:00'))),
    series: money(shown.map((day) => found.get(day))),
  }
  return { data, highlight: shown.indexOf(today()) }
}

/** `2026-11` → `Noviembre 2026`. */
export const monthName = (month: string) => `${monthOf(`${month}-01`).name} ${month.slice(0, 4)}`

export function byMonth(months: Sales['months']): ChartData {
  return {
    heading: 'Mes',
    labels: months.map(({ month }) => monthOf(`${month}-01`).name.slice(0, 3)),
    names: months.map(({ month }) => monthName(month)),
    series: money(months),
  }
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
