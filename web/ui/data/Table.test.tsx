import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Table, type Column } from './Table.tsx'

interface Row {
  id: string
  name: string
  sold: number
}
const rows: Row[] = [
  { id: '1', name: 'Fiesta Lunar', sold: 12 },
  { id: '2', name: 'Ciclo Hipnosis', sold: 40 },
]
const columns: Column<Row, 'name' | 'sold'>[] = [
  { key: 'name', header: 'Nombre', cell: (row) => row.name, sort: 'name' },
  { key: 'sold', header: 'Vendidas', cell: (row) => row.sold, align: 'right', sort: 'sold' },
  { key: 'act', header: 'Acciones', cell: () => '…' },
]

test('rows are identified by their cells', () => {
  render(<Table caption="Eventos" columns={columns} rows={rows} rowKey={(row) => row.id} />)
  const [, first] = screen.getAllByRole('row')
  expect(
    within(first as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Fiesta Lunar', '12', '…'])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a header asks for its order, then for the opposite, and says which one holds', async () => {
  const onSort = vi.fn()
  const props = { caption: 'Eventos', columns, rows, rowKey: (row: Row) => row.id, onSort }
  const { rerender } = render(<Table {...props} />)
  await userEvent.click(screen.getByRole('button', { name: 'Vendidas' }))
  expect(onSort).toHaveBeenLastCalledWith({ sort: 'sold', order: 'asc' })
  rerender(<Table {...props} sort={{ sort: 'sold', order: 'asc' }} />)
  expect(screen.getByRole('columnheader', { name: 'Vendidas' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: 'Vendidas' }))
  expect(onSort).toHaveBeenLastCalledWith({ sort: 'sold', order: 'desc' })
})

test('keys reach the table itself only where it scrolls', () => {
  const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  const table = <Table caption="Eventos" columns={columns} rows={rows} rowKey={(row) => row.id} />
  const isTabStop = () => screen.getByRole('region', { name: 'Eventos' }).tabIndex === 0
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = '[role=region] { overflow-x: auto }'
  const { unmount } = render(table)
  expect(isTabStop()).toBe(true)
  unmount()
  width.mockReturnValue(600)
  render(table)
  expect(isTabStop()).toBe(false)
  style.remove()
})
