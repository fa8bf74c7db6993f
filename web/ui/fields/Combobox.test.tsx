import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ChoiceField } from './ChoiceField.tsx'
import { Combobox, type Choice } from './Combobox.tsx'

const cities: Choice[] = ['Rosario', 'Río Cuarto', 'Córdoba', 'Paraná'].map((label) => ({ value: label, label }))
const many = (count: number): Choice[] =>
  Array.from({ length: count }, (_, n) => ({ value: `${n}`, label: `Noche ${n}` }))

function Choosing({ options = cities, first = '' }: { options?: readonly Choice[]; first?: string }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <Combobox label="Ciudad" options={options} value={value} onChange={setValue} />
      <output data-testid="chosen">{value}</output>
    </>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Ciudad' })
const options = () => screen.queryAllByRole('option').map((each) => each.textContent)
const chosen = () => screen.getByTestId('chosen').textContent

test('a part of it finds it, whatever its accents; the keys choose it', async () => {
  render(<Choosing />)
  await userEvent.type(field(), 'RIO')
  expect(options()).toEqual(['Rosario', 'Río Cuarto'])
  await userEvent.keyboard('{ArrowDown}')
  const reached = screen.getByRole('option', { name: 'Río Cuarto' })
  expect(field().getAttribute('aria-activedescendant')).toBe(reached.id)
  await userEvent.keyboard('{Enter}')
  expect([chosen(), field().value, field().getAttribute('aria-expanded')]).toEqual([
    'Río Cuarto',
    'Río Cuarto',
    'false',
  ])
})

test('what is typed and not chosen is let go; emptied, it holds nothing', async () => {
  render(<Choosing first="Paraná" />)
  await userEvent.clear(field())
  expect(chosen()).toBe('')
  await userEvent.type(field(), 'Cór')
  await userEvent.click(screen.getByRole('option', { name: 'Córdoba' }))
  await userEvent.type(field(), 'xyz')
  expect(screen.getByText('Nada con ese nombre')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect([chosen(), field().value]).toEqual(['Córdoba', 'Córdoba'])
  await userEvent.type(field(), 'xyz')
  await userEvent.tab()
  expect([chosen(), field().value]).toEqual(['Córdoba', 'Córdoba'])
})

test('of thousands some are drawn, and it says how to see the others', async () => {
  render(<Choosing options={many(3000)} />)
  await userEvent.click(field())
  expect(options()).toHaveLength(50)
  expect(screen.getByText('Hay 2950 más: escribí una parte del nombre')).toBeTruthy()
  await userEvent.type(field(), '2999')
  expect(options()).toEqual(['Noche 2999'])
})

test('options that are looked for elsewhere are shown as they come', async () => {
  const onSearch = vi.fn()
  render(
    <Combobox label="Ciudad" options={cities} value="" onChange={() => undefined} onSearch={onSearch} isSearching />,
  )
  await userEvent.type(field(), 'zz')
  expect(onSearch).toHaveBeenLastCalledWith('zz')
  expect(options()).toHaveLength(4)
})

test('few are the phone’s own picker, many a field to type in', () => {
  const { rerender } = render(<ChoiceField label="Ciudad" options={many(23)} value="" onChange={() => undefined} />)
  expect(field().tagName).toBe('SELECT')
  rerender(<ChoiceField label="Ciudad" options={many(24)} value="" onChange={() => undefined} />)
  expect(field().tagName).toBe('INPUT')
})
