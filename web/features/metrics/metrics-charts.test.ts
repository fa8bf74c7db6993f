import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getEventSales } from '#contract/events/metrics.ts'
import { addDays } from '#contract/values/dates.ts'
import { byDay, byMonth } from './metrics-charts.ts'

type Sales = Answer<typeof getEventSales>
const NONE = {
  sales: 0,
  tickets: 0,
  discountCents: 0,
  paidCents: 0,
  refundedCents: 0,
  platformCents: 0,
  providerCents: 0,
  commissionCents: 0,
  costCents: 0,
  keptCents: 0,
  issued: 0,
  courtesies: 0,
  inPerson: 0,
  arrived: 0,
}
const sold = (day: string, paidCents: number) => ({ ...NONE, day, sales: 1, paidCents })
const returned = (day: string, refundedCents: number) => ({ ...NONE, day, refundedCents })
const salesOf = (endsOn: string | null, ...days: Sales['days']): Sales => ({ days, months: [], endsOn })
const paidOf = ({ data }: ReturnType<typeof byDay>) => data.series[0]?.values ?? []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-20T15:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a chargeback months later leaves the days of the sale, and is said apart', () => {
  const drawn = byDay(
    salesOf('2026-01-25', sold('2026-01-05', 100_000), sold('2026-01-20', 300_000), returned('2026-08-12', 100_000)),
  )
  expect(drawn.data.labels).toHaveLength(21)
  expect([paidOf(drawn)[0], paidOf(drawn)[15]]).toEqual([100_000, 300_000])
  expect(drawn.period).toBe('después se devolvieron $1.000')
  expect(drawn.highlight).toBe(-1)
})

test('a sale that stopped shows its empty days up to today, or to the end of the event', () => {
  const running = byDay(salesOf('2026-09-10', sold('2026-08-01', 100_000), sold('2026-08-02', 100_000)))
  expect(paidOf(running)).toEqual([100_000, 100_000, ...Array.from({ length: 18 }, () => 0)])
  expect(running.highlight).toBe(19)
  expect(running.period).toBeUndefined()
  expect(paidOf(byDay(salesOf('2026-08-05', sold('2026-08-01', 100_000))))).toEqual([100_000, 0, 0, 0, 0])
  expect(paidOf(byDay(salesOf(null, sold('2026-08-19', 100_000))))).toEqual([100_000, 0])
})

test('a refund within the days of the sale stands on its day', () => {
  const drawn = byDay(salesOf('2026-09-10', sold('2026-08-18', 100_000), returned('2026-08-19', 40_000)))
  expect(drawn.data.series[1]?.values).toEqual([0, 40_000, 0])
  expect(drawn.period).toBeUndefined()
})

test('a sale of more days than fit shows the last of them, and says what was paid before', () => {
  const drawn = byDay(salesOf('2026-09-10', sold(addDays('2026-08-20', -150), 500_000), sold('2026-08-20', 100_000)))
  expect(drawn.data.labels).toHaveLength(120)
  expect(paidOf(drawn).at(-1)).toBe(100_000)
  expect(drawn.period).toBe('antes se pagaron $5.000')
})

test('months without sales are drawn too', () => {
  const month = (name: string) => ({ ...NONE, month: name, paidCents: 100 })
  const { names, series } = byMonth([month('2025-11'), month('2026-02')])
  expect(names).toEqual(['Noviembre 2025', 'Diciembre 2025', 'Enero 2026', 'Febrero 2026'])
  expect(series[0]?.values).toEqual([100, 0, 0, 100])
})

test('nothing sold draws nothing', () => {
  expect(byDay(salesOf('2026-09-10')).data.labels).toEqual([])
  expect(byMonth([]).labels).toEqual([])
})
