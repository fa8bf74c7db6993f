import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Drink } from '#contract/events/drinks.ts'
import { paths } from '#contract/api/paths.ts'
import type { CompanyRole } from '#contract/api/roles.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY, EVENT_ID } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const LIST = `GET /api/v1/events/${EVENT_ID}/drinks`
const EVENTS = 'GET /api/v1/event/dashboard/preview'
const drink = (at: number, name: string, changes: Partial<Drink> = {}): Drink => ({
  id: `01990000-0000-7000-8000-00000000b00${at}`,
  eventId: EVENT_ID,
  name,
  description: '',
  price: 6500,
  fee: 650,
  isAvailable: true,
  position: at,
  image: null,
  ...changes,
})
const listed = (drinks: readonly Drink[]) => ({
  status: 'success',
  data: { drinks, totalDrinks: drinks.length },
  pagination: page('drinks', drinks).pagination,
})
const events = (...names: string[]) =>
  page(
    'events',
    names.map((name) => ({ id: EVENT_ID, name, startDate: null, state: 'active' })),
  )
const menu = [drink(1, 'Agua', { price: 0 }), drink(2, 'Fernet', { description: 'Con cola' }), drink(3, 'Gin')]
const one = (at: number) => `/api/v1/drinks/01990000-0000-7000-8000-00000000b00${at}`

const open = (
  answers: Answers,
  path = `${paths.organizerDrinks()}?evento=${EVENT_ID}`,
  companyRole: CompanyRole = 'owner',
) =>
  openScreen(path, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id, companyRole }),
    answers: { [EVENTS]: events('Fiesta Lunar'), [LIST]: listed(menu), ...answers },
  })
const names = () =>
  screen.getAllByRole('button', { name: /^Editar / }).map((button) => button.getAttribute('aria-label')?.slice(7))

test('without an event in the address it is about the next one', async () => {
  const found = ({ query }: { query: URLSearchParams }) =>
    query.get('sort') === 'next' ? events('Fiesta Lunar') : events()
  const { router } = await open({ [EVENTS]: found }, paths.organizerDrinks())
  expect(await screen.findByRole('row', { name: /Fernet/ })).toBeTruthy()
  expect(router.state.location.search).toBe(`?evento=${EVENT_ID}`)
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Evento' }).value).toBe('Fiesta Lunar'),
  )
})

test('the event picked last in the tab is the one that the next screen opens with', async () => {
  const both = events('Otra', 'Fiesta Lunar')
  const [latest, ...rest] = both.events
  const later = { ...both, events: [{ ...latest, id: EVENT_ID.replace(/.$/, 'f') }, ...rest] }
  const { router } = await open({ [EVENTS]: later })
  expect(await screen.findByRole('row', { name: /Fernet/ })).toBeTruthy()
  await router.navigate(paths.organizerDrinks())
  await waitFor(() => expect(router.state.location.search).toBe(`?evento=${EVENT_ID}`))
})

test('without events there is no menu, but the way to create one', async () => {
  await open({ [EVENTS]: events() }, paths.organizerDrinks())
  expect(await screen.findByText('Todavía no tenés eventos')).toBeTruthy()
})

test('a list that fails says so with the text of drinks', async () => {
  await open({ [LIST]: json(404, { code: 'event_not_found', message: 'Evento no encontrado' }) })
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('a drink is created with its price in whole pesos', async () => {
  const { user, sent } = await open({
    [LIST]: listed([]),
    [`POST /api/v1/events/${EVENT_ID}/drinks`]: () =>
      json(201, { data: { drink: drink(1, 'Cerveza', { price: 4500 }) } }),
  })
  await screen.findByText('Todavía no hay bebidas')
  const [add] = screen.getAllByRole('button', { name: 'Agregar bebida' })
  if (add) await user.click(add)
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar bebida' }))
  await user.type(dialog.getByRole('textbox', { name: 'Nombre' }), 'Cerveza')
  await user.type(dialog.getByRole('textbox', { name: 'Precio' }), '4500')
  await user.click(dialog.getByRole('button', { name: 'Agregar' }))
  expect(await screen.findByText('Agregaste Cerveza')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Cerveza', price: 4500 })
})

test('a drink is changed from its row, and deleted after a question', async () => {
  const { user, sent } = await open({
    [`PUT ${one(2)}`]: () => ({ data: { drink: drink(2, 'Fernet grande') } }),
    [`DELETE ${one(3)}`]: () => undefined,
  })
  await user.click(await screen.findByRole('button', { name: 'Editar Fernet' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fernet' }))
  await user.type(dialog.getByRole('textbox', { name: 'Nombre' }), ' grande')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Guardaste Fernet grande')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ name: 'Fernet grande', price: 6500 })
  await user.click(screen.getByRole('button', { name: 'Borrar Gin' }))
  const question = within(screen.getByRole('alertdialog', { name: '¿Borrar Gin?' }))
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(question.getByRole('button', { name: 'Borrar' }))
  expect(await screen.findByText('Borraste Gin')).toBeTruthy()
})

test('the keys put a drink in its place, counted from 1, and the switch says that it ran out', async () => {
  let rows = menu
  const { user, sent } = await open({
    [LIST]: () => listed(rows),
    [`PUT ${one(3)}`]: ({ body }: { body: { position?: number } }) => {
      rows = body.position === 1 ? [menu[2], menu[0], menu[1]].flatMap((row) => row ?? []) : rows
      return { data: { drink: drink(1, 'Gin') } }
    },
  })
  await screen.findByRole('row', { name: /Gin/ })
  const handle = screen.getByRole('button', { name: /^Mover Gin/ })
  handle.focus()
  await user.keyboard('{Home}')
  expect(names()).toEqual(['Gin', 'Agua', 'Fernet'])
  expect(document.activeElement).toBe(handle)
  await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ position: 1 }))
  await user.click(screen.getByRole('switch', { name: 'Gin disponible' }))
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ isAvailable: false }),
  )
  expect(names()).toEqual(['Gin', 'Agua', 'Fernet'])
})

test('another order and a filter have no handles, since places would mean something else', async () => {
  const { user, router } = await open({})
  await user.click(await screen.findByRole('link', { name: 'Agotadas' }))
  expect(router.state.location.search).toBe(`?evento=${EVENT_ID}&estado=agotadas`)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Mover/ })).toBeNull())
  expect(screen.getByRole('row', { name: /Gin/ })).toBeTruthy()
})

test('a refused place is said, and the rows are as they were', async () => {
  const { user } = await open({
    [`PUT ${one(1)}`]: () => json(409, { code: 'event_state', message: 'El evento ya terminó' }),
  })
  await screen.findByRole('row', { name: /Agua/ })
  screen.getByRole('button', { name: /^Mover Agua/ }).focus()
  await user.keyboard('{End}')
  expect(await screen.findByText('No se guardó. El evento ya terminó')).toBeTruthy()
  await waitFor(() => expect(names()).toEqual(['Agua', 'Fernet', 'Gin']))
})

test('the finance people of a company read the menu and have nothing to change it with', async () => {
  await open({}, `${paths.organizerDrinks()}?evento=${EVENT_ID}&bebida=nueva`, 'finance')
  const row = within(await screen.findByRole('row', { name: /Fernet/ }))
  expect(row.getByRole('cell', { name: 'Sí' })).toBeTruthy()
  for (const role of ['button', 'switch'] as const) expect(row.queryByRole(role)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Agregar bebida' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
