import { expect, test } from 'vitest'
import { breakEvenChart, breakEvenOf, breakEvenWords, profitChart, type Money } from './break-even.ts'

const money = (changes: Partial<Money> = {}): Money => ({
  tickets: 10,
  paidCents: 1_100_000,
  refundedCents: 0,
  platformCents: 100_000,
  providerCents: 0,
  commissionCents: 0,
  costCents: 0,
  keptCents: 1_000_000,
  ...changes,
})

test.each<[string, Partial<Money>, number, string]>([
  ['no costs', {}, 50, 'Todavía no hay costos que cubrir.'],
  ['costs that are paid', { costCents: 900_000 }, 50, 'Los costos ya están cubiertos: quedan $1.000.'],
  ['costs paid to the centavo', { costCents: 1_000_000 }, 50, 'Los costos ya están cubiertos: quedan $0.'],
  [
    'one ticket short',
    { costCents: 1_000_100 },
    50,
    'Falta 1 entrada para cubrir los costos, a $1.000 que deja cada una.',
  ],
  [
    'more than there are places',
    { costCents: 5_000_000 },
    20,
    'Faltan 40 entradas para cubrir los costos, a $1.000 que deja cada una. Quedan 20 lugares: no alcanza.',
  ],
  [
    'sold out below it',
    { costCents: 5_000_000 },
    0,
    'Faltan 40 entradas para cubrir los costos, a $1.000 que deja cada una. No quedan lugares: no alcanza.',
  ],
  [
    'nothing sold',
    { tickets: 0, paidCents: 0, platformCents: 0, costCents: 300_000, keptCents: 0 },
    20,
    'Hay que cubrir $3.000. Con las primeras ventas decimos con cuántas entradas.',
  ],
  [
    'all refunded, at a loss',
    { costCents: 300_000, keptCents: -10_000 },
    20,
    'Hay que cubrir $3.000. Con las primeras ventas decimos con cuántas entradas.',
  ],
])('%s', (_name, changes, left, words) => {
  expect(breakEvenWords(money(changes), left)).toBe(words)
})

test('what is missing is counted in whole tickets, rounded up', () => {
  expect(breakEvenOf(money({ costCents: 1_000_001 }))).toMatchObject({
    tickets: 11,
    missing: 1,
    perTicketCents: 100_000,
  })
  // A third of a peso each does not add a ticket by rounding.
  expect(breakEvenOf(money({ tickets: 3, keptCents: 200, costCents: 100 }))).toMatchObject({ tickets: 2, missing: 0 })
})

test('the fall adds up to the result, and steps without money are left out', () => {
  const { labels, series } = profitChart(money({ costCents: 400_000 }))
  expect(labels).toEqual(['Pagado', 'Cargos', 'Costos', 'Resultado'])
  const values = labels.map((_, at) => series.reduce((sum, each) => sum + (each.values[at] ?? 0), 0))
  expect(values.slice(0, -1).reduce((sum, value) => sum + value, 0)).toBe(values.at(-1))
})

test('the lines meet where the costs are paid, and today is marked', () => {
  const { data, highlight } = breakEvenChart(money({ costCents: 2_000_000 }), true)
  const [left, costs] = data.series
  const first = left?.values.findIndex((value, at) => (value ?? 0) >= (costs?.values[at] ?? 0)) ?? -1
  expect(data.labels[first]).toBe('20')
  expect(data.labels[highlight]).toBe('10')
  expect(breakEvenChart(money({ tickets: 0, keptCents: 0, costCents: 5 }), true).data.labels).toEqual([])
})
