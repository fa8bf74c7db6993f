import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'
import { CATEGORIES, COMPANY } from '#web/testing/organizer-fixtures.ts'

// The whole editor is drawn, on a machine that may be busy; asking of each element whether something hides it takes most of the time.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

/** The event's own «Nombre» comes before those of its ticket types. */
function write(label: string | RegExp, value: string, which = 0) {
  const field = screen.getAllByLabelText(label)[which]
  if (!field) throw new Error(`no field ${String(label)}`)
  fireEvent.change(field, { target: { value } })
}

test('every wrong field says so in Spanish; what looks at two once each is right by itself', async () => {
  const { user, sent } = await openScreen(paths.newEvent(), {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: { 'GET /api/v1/event/categories': { categories: CATEGORIES } },
  })
  await screen.findByRole('option', { name: 'Recitales' })
  const publish = () => user.click(screen.getByRole('button', { name: 'Guardar y publicar' }))
  /** Problems at the fields; the list of all is next to the button. */
  const said = (problem: string) =>
    screen.queryAllByText(problem).filter((element) => element.closest('fieldset') !== null).length
  await user.click(screen.getByText('Más opciones'))
  for (const [label, wrong] of [
    ['Precio', 'mucho'],
    ['Cantidad', '-1'],
    [/^La venta abre/, '2030-11-05T10:00'],
    [/^La venta cierra/, '2030-11-04T10:00'],
    [/^Máximo por persona/, 'cero'],
    [/^Termina/, '23:00'],
    [/^Edad mínima/, '200'],
    [/^Capacidad total/, 'nada'],
    ['Entradas por compra', '11'],
    ['Entradas por persona', '0'],
    ['Minutos para pagar', '1'],
    ['Cortesías como máximo', 'x'],
  ] as const) {
    write(label, wrong)
  }
  write('Nombre', '', 1)
  await publish()
  await waitFor(() => expect(said('Poné un nombre de al menos 3 letras')).toBe(1))
  for (const problem of [
    'Elegí una categoría',
    'Decí cómo se llama el lugar',
    'Poné la dirección',
    'Poné la ciudad',
    'Elegí la provincia',
    'Poné un nombre',
    'Poné un precio en pesos, sin centavos. Con 0 es gratis',
    'Poné un número entre 0 y 99',
    'Poné un número entre 1 y 10',
    'Poné entre 5 y 60 minutos',
    'Poné un número entre 0 y 10.000',
  ]) {
    expect([problem, said(problem)]).toEqual([problem, 1])
  }
  expect(said('Poné un número entre 1 y 100')).toBe(2)
  expect(said('Poné una cantidad, hasta 500.000')).toBe(2)

  for (const [label, right] of [
    ['Nombre', 'Fiesta Lunar'],
    ['Nombre del lugar', 'Salón Paraná'],
    ['Dirección', 'Av. del Valle 2700'],
    ['Ciudad', 'Rosario'],
    ['Precio', '12.000'],
    ['Cantidad', '40'],
    [/^Máximo por persona/, ''],
    [/^Edad mínima/, ''],
    [/^Capacidad total/, ''],
    ['Entradas por compra', '10'],
    ['Entradas por persona', '20'],
    ['Minutos para pagar', '15'],
    ['Cortesías como máximo', '100'],
  ] as const) {
    write(label, right)
  }
  write('Nombre', 'General', 1)
  await user.selectOptions(screen.getByLabelText('Categoría'), 'Recitales')
  await user.selectOptions(screen.getByLabelText('Provincia'), 'Santa Fe')
  await publish()
  await waitFor(() => expect(said('Elegí la fecha')).toBe(1))
  expect(said('La venta tiene que cerrar después de abrir')).toBe(1)
  await user.type(screen.getByLabelText('Fecha'), '2030-11-30')
  await publish()
  await waitFor(() => expect(said('Poné la hora de inicio')).toBe(1))
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
})
