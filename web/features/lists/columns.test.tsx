import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { Table, type Column } from '#web/ui/data/Table.tsx'
import { actions, moment, order, state, text, toggle, twoLines } from './columns.tsx'
import { useRowOrder } from './row-controls.tsx'
import type { StateLabels } from './states.ts'

interface Drink {
  readonly id: string
  readonly name: string
  readonly isOn: boolean
}
const drinks: readonly Drink[] = [
  { id: '1', name: 'Agua', isOn: true },
  { id: '2', name: 'Fernet', isOn: false },
  { id: '3', name: 'Gin', isOn: true },
]
const labels: StateLabels<'open' | 'late'> = {
  open: { one: 'Abierta', many: 'Abiertas', tone: 'celeste' },
  late: { one: 'Vencida', many: 'Vencidas', tone: 'rojo' },
}

interface Save {
  order?: (ids: string[]) => Promise<unknown>
  toggle?: (id: string, isOn: boolean) => Promise<unknown>
}

function Menu({ save }: { save: Save }) {
  const [rows, setRows] = useState(drinks)
  const ordered = useRowOrder(rows, ({ id }) => id, {
    save: async (_row, _to, next) => {
      await save.order?.(next.map(({ id }) => id))
      setRows(next)
    },
  })
  const columns: readonly Column<Drink>[] = [
    order(ordered, ({ name }) => name),
    twoLines('Bebida', ({ name }) => ({ title: name })),
    toggle('Disponible', ({ isOn, name }) => ({ isOn, name: `${name} disponible` }), {
      onToggle: async ({ id }, isOn) => {
        await save.toggle?.(id, isOn)
        setRows((all) => all.map((row) => (row.id === id ? { ...row, isOn } : row)))
      },
    }),
  ]
  return <Table caption="Carta" rows={ordered.shown(rows)} rowKey={({ id }) => id} columns={columns} />
}

async function open(save: Save = {}) {
  await renderScreen([{ path: '/', element: <Menu save={save} /> }], '/')
  return userEvent.setup()
}
const shownNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^Mover ${name}`) })

test('the arrow keys move a row at once, keep the focus on it and announce its place', async () => {
  const saving = Promise.withResolvers<void>()
  const save = vi.fn(() => saving.promise)
  const user = await open({ order: save })
  handle('Gin').focus()
  await user.keyboard('{ArrowUp}')
  expect(shownNames()).toEqual(['Agua', 'Gin', 'Fernet'])
  expect(save).toHaveBeenCalledWith(['1', '3', '2'])
  expect(document.activeElement).toBe(handle('Gin'))
  expect(screen.getByText('Gin pasa al lugar 2 de 3')).toBeTruthy()
  saving.resolve()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mover Gin: lugar 2 de 3' })).toBeTruthy())
  await user.keyboard('{Home}')
  expect(shownNames()).toEqual(['Gin', 'Agua', 'Fernet'])
  await user.keyboard('{ArrowUp}')
  expect(save).toHaveBeenCalledTimes(2)
})

test('a refused order goes back to what it was', async () => {
  const user = await open({ order: () => Promise.reject(new Error('refused')) })
  handle('Agua').focus()
  await user.keyboard('{End}')
  await waitFor(() => expect(shownNames()).toEqual(['Agua', 'Fernet', 'Gin']))
})

test('a row is dragged to where the pointer lets it go', async () => {
  const save = vi.fn(() => Promise.resolve())
  await open({ order: save })
  const rows = screen.getAllByRole('row').slice(1)
  rows.forEach((row, at) => {
    row.getBoundingClientRect = () => new DOMRect(0, at * 60, 300, 60)
  })
  const grip = handle('Agua')
  grip.setPointerCapture = () => undefined
  for (const [type, clientY] of [
    ['pointerdown', 30],
    ['pointermove', 110],
    ['pointerup', 110],
  ] as const) {
    fireEvent(grip, new MouseEvent(type, { bubbles: true, clientY }))
  }
  expect(save).toHaveBeenCalledWith(['2', '1', '3'])
  await waitFor(() => expect(shownNames()).toEqual(['Fernet', 'Agua', 'Gin']))
})

test('a switch shows at once what was asked for, and goes back if it is refused', async () => {
  const answer = Promise.withResolvers<void>()
  const user = await open({ toggle: () => answer.promise })
  const fernet = () => screen.getByRole('switch', { name: 'Fernet disponible' })
  await user.click(fernet())
  expect(fernet().getAttribute('aria-checked')).toBe('true')
  expect(fernet().getAttribute('aria-busy')).toBe('true')
  answer.reject(new Error('refused'))
  await waitFor(() => expect(fernet().getAttribute('aria-checked')).toBe('false'))
})

test('a state may have another label for a moment; what is late says so; a row without acts says why', async () => {
  const columns: readonly Column<Drink>[] = [
    text('Bebida', ({ name }) => ({ text: name, detail: 'Con hielo' })),
    state('Estado', labels, ({ isOn }) => ({
      state: 'open',
      label: !isOn && 'Cerrando',
      detail: isOn && 'Hasta las 3',
    })),
    moment('Vence', ({ isOn }) => ({ at: isOn ? '2026-11-20T10:00:00-03:00' : null, late: 'Vencida' })),
    actions(({ isOn }) => ({ buttons: isOn ? [{ label: 'Ver', of: 'la bebida' }] : 'Ya no se vende' })),
  ]
  await renderScreen(
    [
      {
        path: '/',
        element: <Table caption="Carta" rows={drinks.slice(0, 2)} rowKey={({ id }) => id} columns={columns} />,
      },
    ],
    '/',
  )
  const water = within(screen.getByRole('row', { name: /Agua/ }))
  for (const words of ['Con hielo', 'Abierta', 'Hasta las 3']) expect(water.getByText(words)).toBeTruthy()
  expect(water.getByText(/20 nov, 10:00 · Vencida/)).toBeTruthy()
  expect(water.getByRole('button', { name: 'Ver la bebida' })).toBeTruthy()
  const fernet = within(screen.getByRole('row', { name: /Fernet/ }))
  for (const words of ['Cerrando', '—', 'Ya no se vende']) expect(fernet.getByText(words)).toBeTruthy()
})
