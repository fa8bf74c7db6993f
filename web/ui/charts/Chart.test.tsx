import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Chart } from './Chart.tsx'
import { extentOf, isEmpty, readingAt, spoken, type ChartData } from './chart-data.ts'
import { csvOf, tableOf } from './chart-table.ts'
import { counts, percents } from './figures.ts'
import { fitted, shownLabels } from './plot.ts'

const sales: ChartData = {
  heading: 'Día',
  labels: ['20', '21'],
  names: ['vie 20 nov', 'sáb 21 nov'],
  series: [
    { label: 'General', values: [132, 147] },
    { label: 'VIP', values: [-2, null] },
  ],
}

test.each([
  [counts, 1351, '1.351', '1.351'],
  [counts, 24_318, '24.318', '24,3 mil'],
  [counts, -12, '−12', '−12'],
  [percents, 47.5, '47,5 %', '47,5 %'],
  [counts, -0, '0', '0'],
])('figures are written as people here write them', (figures, value, full, short) => {
  expect([figures.full(value), figures.short(value)]).toEqual([full, short])
})

test('a place says its name, each series and what is worked out', () => {
  expect(spoken(readingAt('bars', sales, counts, 1))).toBe('sáb 21 nov: General 147, VIP sin datos')
  expect(spoken(readingAt('stacked', sales, counts, 0))).toBe('vie 20 nov: General 132, VIP −2, Total 130')
  expect(spoken(readingAt('funnel', sales, counts, 1))).toContain('Del paso anterior 111 %')
  expect(spoken(readingAt('heat', sales, counts, 2))).toBe('VIP, vie 20 nov: −2')
})

test('an axis reaches what is drawn and zero, and has an above where all is zero', () => {
  expect(extentOf('bars', sales)).toEqual([-2, 147])
  expect(extentOf('stacked', { ...sales, series: [...sales.series, { label: 'Más', values: [100, 1] }] })).toEqual([
    -2, 232,
  ])
  expect(extentOf('line', { heading: '', labels: ['1'], series: [{ label: '', values: [0] }] })).toEqual([0, 1])
})

test('nothing measured is not the same as zero, and no part is taken of nothing', () => {
  expect(isEmpty({ ...sales, labels: [] })).toBe(true)
  expect(isEmpty({ ...sales, series: [{ label: '', values: [null, null] }] })).toBe(true)
  expect(isEmpty({ ...sales, series: [{ label: '', values: [0, null] }] })).toBe(false)
})

test('the table has every figure, and its CSV opens in a spreadsheet without running anything', () => {
  expect(tableOf('stacked', sales)).toEqual({
    head: ['Día', 'General', 'VIP', 'Total'],
    rows: [
      ['vie 20 nov', 132, -2, 130],
      ['sáb 21 nov', 147, null, 147],
    ],
  })
  const types: ChartData = {
    heading: 'Tipo',
    labels: ['=1+1', 'VIP; "con" barra'],
    series: [{ label: 'Parte', values: [0.5, null] }],
  }
  expect(csvOf('bars', types)).toBe('\uFEFFTipo;Parte\r\n\'=1+1;0,5\r\n"VIP; ""con"" barra";\r\n')
})

test('labels keep apart, the last one is there, and a long one is cut', () => {
  const days = Array.from({ length: 400 }, (_, day) => `día ${day}`)
  const shown = shownLabels(days, { width: 350, band: 350 / 400, centre: (index) => (index * 350) / 400 })
  expect(shown.at(-1)?.index).toBe(399)
  const edges = shown.map(({ text, x }) => [x - text.length * 3, x + text.length * 3] as const)
  edges.slice(1).forEach(([left], index) => expect(left).toBeGreaterThan(edges[index]?.[1] ?? 0))
  expect(fitted('a'.repeat(80), 70)).toMatch(/^a+…$/)
  expect(fitted('a'.repeat(80), 0)).toBe('a…')
})

test('a chart is walked with the arrows, and its table has the same figures', async () => {
  render(<Chart kind="bars" title="Ventas" measured="Entradas" period="noviembre" data={sales} />)
  const figure = screen.getByRole('figure', { name: 'Ventas' })
  const walk = within(figure).getByRole<HTMLInputElement>('slider', { name: 'Recorrer Ventas' })
  expect([walk.min, walk.max, walk.value]).toEqual(['0', '1', '1'])
  expect(walk.getAttribute('aria-valuetext')).toBe('sáb 21 nov: General 147, VIP sin datos')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(walk)
  expect(within(figure).getByText('sáb 21 nov')).toBeTruthy()
  await userEvent.click(within(figure).getByRole('button', { name: 'Ver la tabla: Ventas' }))
  expect(within(figure).getByRole('row', { name: 'vie 20 nov 132 −2' })).toBeTruthy()
  expect(within(figure).getByRole('row', { name: 'sáb 21 nov 147 —' })).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
})

test('in a heat up and down go from row to row', async () => {
  render(<Chart kind="heat" title="Horas" measured="Entradas" data={sales} />)
  const walk = screen.getByRole('slider')
  walk.focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(walk.getAttribute('aria-valuetext')).toBe('General, sáb 21 nov: 147')
  await userEvent.keyboard('{ArrowUp}{ArrowDown}')
  expect(walk.getAttribute('aria-valuetext')).toBe('VIP, sáb 21 nov: sin datos')
})

test('loading shows a skeleton; no data shows a message and no export', () => {
  const { rerender } = render(<Chart kind="line" title="Ventas" measured="Entradas" data={undefined} />)
  expect(screen.getByRole('status', { name: 'Cargando Ventas' })).toBeTruthy()
  rerender(
    <Chart
      kind="line"
      title="Ventas"
      measured="Entradas"
      data={{ ...sales, labels: [] }}
      empty="Cuando vendas, la ves."
    />,
  )
  expect(screen.getByText('Cuando vendas, la ves.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
