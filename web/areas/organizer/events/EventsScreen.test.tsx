import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { getEventsDashboard, type DashboardEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import { endpointKey, queryClient } from '#web/api/query.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { CATEGORIES, COMPANY, dashboardEvent, EVENT_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'

vi.setConfig({ testTimeout: 30_000 })

const dashboard = 'GET /api/v1/event/dashboard'
const list = (events: DashboardEvent[]) => page('events', events)
const fiesta = dashboardEvent({
  state: 'active',
  sold: 920,
  capacity: 1200,
  held: 40,
  heldDevices: 1,
  paidCents: 1_656_000_000,
})

const organizer = loginAnswer('ORGANIZATOR', { companyId: COMPANY.id })
const open = (answers: Answers, address = paths.organizerEvents(), as = organizer) =>
  openScreen(address, { as, answers })

/** What its editor reads. */
const editor = (event: ManagedEvent): Answers => ({
  [`GET /api/v1/event/${event.id}/manage`]: event,
  'GET /api/v1/event/categories': { categories: CATEGORIES },
})

test.each(['closed', 'account', 'unfunded'] as const)(
  'a published event whose sale is stopped (%s) is not green',
  async (saleStop) => {
    await open({ [dashboard]: list([{ ...fiesta, saleStop }]) })
    const row = within(await screen.findByRole('row', { name: /Fiesta Lunar Rosario/ }))
    expect(row.getByText('Sin venta')).toBeTruthy()
    expect(row.queryByText('Publicado')).toBeNull()
  },
)

test('each event has its row with its sales', async () => {
  await open({ [dashboard]: list([fiesta]) })
  const row = (await screen.findByText('Fiesta Lunar Rosario')).closest('tr')
  if (!row) throw new Error('events stand in rows')
  expect(within(row).getByText('Publicado')).toBeTruthy()
  expect(row.textContent).toContain('sáb 30 nov23:30')
  expect(row.textContent).toContain('920 / 1.200')
  expect(row.textContent).toContain('40 sin pagar · 1 dispositivo')
  expect(within(row).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('920')
  expect(within(row).getByText('$16.560.000')).toBeTruthy()
  expect(screen.getByText('1 evento')).toBeTruthy()
})

test('without events it says how to begin; without those that were looked for, how to see them all', async () => {
  const { user, router } = await open({ [dashboard]: list([]) }, '/organizador/eventos?estado=pausados&buscar=x')
  await user.click((await screen.findAllByRole('button', { name: 'Sacar filtros' }))[0] ?? document.body)
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(await screen.findByText('Creá tu primer evento')).toBeTruthy()
})

test('what went wrong is said, and it can be tried again', async () => {
  let isDown = true
  const { user } = await open({
    [dashboard]: () =>
      isDown ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' }) : list([fiesta]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Error del servidor, intenta más tarde')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Fiesta Lunar Rosario')).toBeTruthy()
})

test('state, name and order live in the address', async () => {
  const { user, router } = await open({ [dashboard]: list([fiesta]) }, '/organizador/eventos?pagina=3')
  await screen.findByText('Fiesta Lunar Rosario')
  await user.click(screen.getByRole('link', { name: 'Pausados' }))
  await user.click(screen.getByRole('button', { name: 'Vendidas' }))
  await user.type(screen.getByRole('searchbox', { name: 'Nombre' }), 'luna')
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      estado: 'pausados',
      orden: 'vendidas',
      sentido: 'asc',
      buscar: 'luna',
    }),
  )
})

test('two filters chosen in one breath both count', async () => {
  const { router } = await open({ [dashboard]: list([fiesta]) })
  await screen.findByText('Fiesta Lunar Rosario')
  fireEvent.change(screen.getByLabelText('Fecha'), { target: { value: '2026-11-28' } })
  fireEvent.change(screen.getByLabelText('Orden'), { target: { value: 'sold desc' } })
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      fecha: '2026-11-28',
      orden: 'vendidas',
    }),
  )
})

test('pausing says what happens, shows at once, and goes back if the server refuses', async () => {
  let answer: (response: Response) => void = () => undefined
  const { user } = await open({
    [dashboard]: list([fiesta]),
    [`POST /api/v1/event/${EVENT_ID}/deactivate`]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'Acciones de Fiesta Lunar Rosario' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Pausar' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Deja de venderse y de verse. Las 920 entradas vendidas se conservan')
  await user.click(within(dialog).getByRole('button', { name: 'Pausar' }))
  expect(await screen.findByText('Pausado')).toBeTruthy()
  answer(json(409, { code: 'event_state', message: 'El evento no admite ese cambio en su estado actual' }))
  expect(await screen.findByText(/No se pudo pausar «Fiesta Lunar Rosario»/)).toBeTruthy()
  expect(await screen.findByText('Publicado')).toBeTruthy()
})

test.each(['after another pause', 'after leaving'])(
  'a pause that is refused %s is reported and undone',
  async (when) => {
    const other = dashboardEvent({ id: '01990000-0000-7000-8000-0000000000e3', name: 'Otra Fiesta', state: 'active' })
    let refuse: (response: Response) => void = () => undefined
    const { user, router } = await open({
      [dashboard]: list([fiesta, other]),
      [`POST /api/v1/event/${EVENT_ID}/deactivate`]: () =>
        new Promise((resolve) => {
          refuse = resolve
        }),
      [`POST /api/v1/event/${other.id}/deactivate`]: () => managedEvent({ id: other.id, state: 'inactive' }),
    })
    const pause = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Acciones de ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: 'Pausar' }))
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Pausar' }))
    }
    await pause('Fiesta Lunar Rosario')
    if (when === 'after another pause') {
      await pause('Otra Fiesta')
      expect(await screen.findByText('Pausado: ya no se vende')).toBeTruthy()
    } else {
      await act(() => router.navigate(paths.terms()))
    }
    refuse(json(409, { code: 'event_state', message: 'El evento no admite ese cambio en su estado actual' }))
    expect(await screen.findByText(/No se pudo pausar «Fiesta Lunar Rosario»/)).toBeTruthy()
    const kept = queryClient.getQueriesData<{ events: DashboardEvent[] }>({ queryKey: endpointKey(getEventsDashboard) })
    expect(kept[0]?.[1]?.events[0]?.state).toBe('active')
  },
)

test('a pending pause stays on screen while the list refetches; it is undone from its toast', async () => {
  const other = dashboardEvent({ id: '01990000-0000-7000-8000-0000000000e3', name: 'Otra Fiesta', state: 'active' })
  const states = new Map<string, DashboardEvent['state']>()
  const inState = (event: DashboardEvent) => ({ ...event, state: states.get(event.id) ?? event.state })
  const become = (id: string, state: DashboardEvent['state']) => {
    states.set(id, state)
    return managedEvent({ id, state })
  }
  let finish: () => void = () => undefined
  const { user, sent } = await open({
    [dashboard]: () => list([inState(fiesta), inState(other)]),
    [`POST /api/v1/event/${EVENT_ID}/deactivate`]: () =>
      new Promise((resolve) => {
        finish = () => resolve(become(EVENT_ID, 'inactive'))
      }),
    [`POST /api/v1/event/${other.id}/deactivate`]: () => become(other.id, 'inactive'),
    [`POST /api/v1/event/${other.id}/publish`]: () => become(other.id, 'active'),
  })
  const pause = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Acciones de ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Pausar' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Pausar' }))
  }
  const reads = () => sent.filter(({ method, path }) => `${method} ${path}` === dashboard).length
  await pause('Fiesta Lunar Rosario')
  const before = reads()
  await pause('Otra Fiesta')
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
  expect(await screen.findByText('Pausado: ya no se vende')).toBeTruthy()
  expect(screen.getAllByText('Pausado')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(await screen.findByText('Publicado: ya está a la venta')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('Pausado')).toHaveLength(1))
  finish()
  await waitFor(() => expect(states.get(EVENT_ID)).toBe('inactive'))
  expect(screen.getAllByText('Pausado')).toHaveLength(1)
})

test('an incomplete draft leads to what it lacks', async () => {
  const draft = managedEvent({ dateEvent: null, startDate: null, startTime: null, endTime: null })
  const failure = {
    code: 'event_incomplete',
    message: 'Al evento le faltan datos para publicarse',
    details: [{ path: ['dateEvent'], message: 'Elegí la fecha' }],
  }
  const { user, router } = await open({
    ...editor(draft),
    [dashboard]: list([dashboardEvent({ state: 'pending' })]),
    [`POST /api/v1/event/${EVENT_ID}/publish`]: () => json(422, failure),
  })
  await user.click(await screen.findByRole('button', { name: 'Acciones de Fiesta Lunar Rosario' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Publicar' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publicar' }))
  await user.click(await screen.findByRole('link', { name: 'Completar los datos' }))
  expect(await screen.findByText('Elegí la fecha')).toBeTruthy()
  expect(screen.getByLabelText('Fecha').getAttribute('aria-invalid')).toBe('true')
  expect(router.state.location.pathname).toBe(paths.editEvent(EVENT_ID))
})

test('a copy opens in the editor', async () => {
  const copy = managedEvent({ id: '01990000-0000-7000-8000-0000000000e2', name: 'Fiesta Lunar Rosario (copia)' })
  const { user, router } = await open({
    ...editor(copy),
    [dashboard]: list([fiesta]),
    [`POST /api/v1/event/${EVENT_ID}/duplicate`]: copy,
  })
  await user.click(await screen.findByRole('button', { name: 'Acciones de Fiesta Lunar Rosario' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicar' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Duplicar' }))
  expect(await screen.findByDisplayValue('Fiesta Lunar Rosario (copia)')).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths.editEvent(copy.id))
})

test('a commercial does not create', async () => {
  await open({ [dashboard]: list([]) }, paths.organizerEvents(), loginAnswer('COMERCIAL'))
  expect(await screen.findByText('Todavía no hay eventos')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Crear evento' })).toBeNull()
})

test('the company writes to the commercial of its next event', async () => {
  const owner = loginAnswer('ORGANIZATOR', { companyId: COMPANY.id, commercialNumber: '+5491155550105' })
  await open({ [dashboard]: list([fiesta]) }, paths.organizerEvents(), owner)
  const link = await screen.findByRole('link', { name: 'Escribirle a tu comercial por WhatsApp' })
  expect(link.getAttribute('href')).toBe('https://wa.me/5491155550105')
  expect(screen.getByText('+54 9 11 5555-0105')).toBeTruthy()
})

test('refunds that failed are counted at their event and in the sidebar, and lead to them', async () => {
  const failed = { count: 3, events: [{ id: fiesta.id, name: fiesta.name, count: 3 }] }
  await open({ [dashboard]: list([fiesta]), 'GET /api/v1/refunds/failed': failed })
  const link = await screen.findByRole('link', { name: '3 reembolsos fallaron' })
  expect(link.getAttribute('href')).toBe(paths.eventRefunds(fiesta.id))
  expect(await screen.findByRole('link', { name: 'Reembolsos 3 fallaron' })).toBeTruthy()
})

test('each figure says what it counts', async () => {
  await open({ [dashboard]: list([fiesta]) })
  await screen.findByText('Fiesta Lunar Rosario')
  const words = screen.getByText('Qué es cada número').closest('details')
  expect([...(words?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Vendidas',
    'Ingresaron',
    'Pagado',
  ])
})
