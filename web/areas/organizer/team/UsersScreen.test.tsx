import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DashboardUser } from '#contract/accounts/people.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY, EVENT_ID } from '#web/testing/organizer-fixtures.ts'
import { dashboardUser, LAUTARO_ID } from '#web/testing/people-fixtures.ts'

vi.setConfig({ testTimeout: 30_000 })

const dashboard = 'GET /api/v1/user/dashboard'
const list = (users: DashboardUser[]) => page('users', users)
const around: Answers = {
  'GET /api/v1/event/dashboard/preview': page('events', [
    { id: EVENT_ID, name: 'Fiesta Lunar Rosario', startDate: '2026-11-28T23:30:00-03:00', state: 'active' },
    { id: LAUTARO_ID, name: 'La que pasó', startDate: '2026-01-28T23:30:00-03:00', state: 'success' },
  ]),
  'GET /api/v1/role': () =>
    json(200, {
      roles: [
        { id: 'RRPP', name: 'RRPP', isPerEvent: true },
        { id: 'SCANNER', name: 'Escáner', isPerEvent: true },
      ],
    }),
}

const open = (answers: Answers, address = '/organizador/usuarios') =>
  openScreen(address, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: { ...around, ...answers },
  })

test('more people than the counting limit show as ten thousand and more', async () => {
  const { users, pagination } = page('users', [dashboardUser({})], { total: 10_000 })
  await open({ [dashboard]: { users, pagination: { ...pagination, isTotalCapped: true } } })
  expect((await screen.findByText(/^10\.000\+/)).textContent).toBe('10.000+ personas')
})

test('each person has their row with roles, events and state', async () => {
  const buyer = dashboardUser({
    id: EVENT_ID,
    name: 'Ángela Muñoz',
    roles: ['CLIENT'],
    assignments: [],
    state: 'pending',
    tickets: 4,
  })
  await open({ [dashboard]: list([dashboardUser(), buyer]) })
  const row = (await screen.findByText('Lautaro Paz')).closest('tr')
  const other = screen.getByText('Ángela Muñoz').closest('tr')
  if (!row || !other) throw new Error('people stand in rows')
  expect(row.textContent).toContain('+54 9 341 ****-0102')
  expect(row.textContent).toContain('RRPP1 evento')
  expect(within(other).getByText('Comprador')).toBeTruthy()
  expect(within(other).getByText('Pendiente de activación')).toBeTruthy()
  expect(screen.getByText('2 personas')).toBeTruthy()
})

test('group, role, event, state and text live in the address, which begins again at the first page', async () => {
  const { user, router } = await open({ [dashboard]: list([dashboardUser()]) }, '/organizador/usuarios?pagina=3')
  await screen.findByText('Lautaro Paz')
  await user.click(screen.getByRole('link', { name: 'Equipo' }))
  await user.selectOptions(screen.getByLabelText('Rol'), 'RRPP')
  await user.selectOptions(screen.getByLabelText('Evento'), EVENT_ID)
  await user.selectOptions(screen.getByLabelText('Estado'), 'Activos')
  await user.type(screen.getByRole('searchbox', { name: 'Persona' }), 'paz')
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      grupo: 'equipo',
      rol: 'rrpp',
      evento: EVENT_ID,
      estado: 'activos',
      buscar: 'paz',
    }),
  )
})

test('without anybody it says what will be here; without those looked for, how to see all', async () => {
  const { user, router } = await open({ [dashboard]: list([]) }, '/organizador/usuarios?buscar=x')
  await user.click((await screen.findAllByRole('button', { name: 'Sacar filtros' }))[0] ?? document.body)
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(await screen.findByText('Todavía no hay nadie')).toBeTruthy()
})

test('what went wrong is said, and it can be tried again', async () => {
  let isDown = true
  const { user } = await open({
    [dashboard]: () =>
      isDown
        ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' })
        : list([dashboardUser()]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Error del servidor')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Lautaro Paz')).toBeTruthy()
})

test('a role is given for an open event, and the refusal is said where it was asked', async () => {
  let isRefused = true
  const { user, sent } = await open({
    [dashboard]: list([dashboardUser()]),
    'PATCH /api/v1/user/change-role': () =>
      isRefused
        ? json(409, { code: 'event_state', message: 'El evento no admite ese cambio en su estado actual' })
        : json(200, { userId: LAUTARO_ID, roleId: 'SCANNER', eventId: EVENT_ID, isGranted: true }),
  })
  await user.click(await screen.findByRole('button', { name: 'Roles de Lautaro Paz' }))
  const dialog = await screen.findByRole('dialog', { name: 'Roles de Lautaro Paz' })
  await user.click(await within(dialog).findByRole('button', { name: 'Dar el rol' }))
  expect(within(dialog).getByText('Elegí el rol', { selector: 'p' })).toBeTruthy()
  await user.selectOptions(within(dialog).getByLabelText('Darle un rol'), 'SCANNER')
  const events = within(dialog).getByLabelText('Evento')
  expect(within(events).queryByText(/La que pasó/)).toBeNull()
  await user.selectOptions(events, EVENT_ID)
  await user.click(within(dialog).getByRole('button', { name: 'Dar el rol' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('El evento no admite ese cambio')
  isRefused = false
  await user.click(within(dialog).getByRole('button', { name: 'Dar el rol' }))
  expect(await screen.findByText('Lautaro Paz ya es Escáner')).toBeTruthy()
  expect(sent.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    userId: LAUTARO_ID,
    roleId: 'SCANNER',
    action: 'grant',
    eventId: EVENT_ID,
  })
})

test('taking a role says first where it ends and which accounts are open', async () => {
  const { user, sent } = await open({
    [dashboard]: list([dashboardUser()]),
    [`GET /api/v1/events/${EVENT_ID}/promoters/${LAUTARO_ID}/settlements`]: {
      balance: { earnedCents: 5_400_00, confirmedCents: 0, paidCents: 0, owedCents: 0, cashCents: 18_000_00 },
      confirmsAt: null,
      settlements: [],
      promoter: { id: LAUTARO_ID, name: 'Lautaro Paz' },
    },
    'PATCH /api/v1/user/change-role': () =>
      json(200, { userId: LAUTARO_ID, roleId: 'RRPP', eventId: EVENT_ID, isGranted: false }),
  })
  await user.click(await screen.findByRole('button', { name: 'Roles de Lautaro Paz' }))
  await user.click(await screen.findByRole('button', { name: 'Sacar RRPP de Fiesta Lunar Rosario' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Deja de serlo en «Fiesta Lunar Rosario» en el momento')
  expect(await within(question).findByText(/le debés \$5\.400 de comisión y tiene \$18\.000 tuyos/)).toBeTruthy()
  expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)
  await user.click(within(question).getByRole('button', { name: 'Sacar' }))
  expect(await screen.findByText('Lautaro Paz dejó de ser RRPP')).toBeTruthy()
})

test('a person cannot edit their own roles', async () => {
  const { id, name } = loginAnswer('ORGANIZATOR')
  await open({ [dashboard]: list([dashboardUser({ id, name })]) })
  await within(await screen.findByRole('table')).findByText(name)
  expect(screen.queryByRole('button', { name: `Roles de ${name}` })).toBeNull()
})

test('an empty invitation says all that it lacks at once, the event too', async () => {
  const { user } = await open({ [dashboard]: list([dashboardUser()]) })
  const [invite] = await screen.findAllByRole('button', { name: 'Sumar al equipo' })
  await user.click(invite!)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Invitar' }))
  expect(await dialog.findByText('El nombre completo es obligatorio')).toBeTruthy()
  expect(dialog.getByText('Elegí el evento', { selector: 'p' })).toBeTruthy()
})

test('the roles of a person have an address, which shows nothing for a person who may not have any', async () => {
  const other = dashboardUser({ id: EVENT_ID, name: 'Ángela Muñoz', roles: ['GOD_ADMIN'], assignments: [] })
  const all = [dashboardUser(), other]
  const answers: Answers = {
    [dashboard]: ({ query }) => list(query.has('userId') ? all.filter(({ id }) => id === query.get('userId')) : all),
  }
  const { user, router } = await open(answers, `/organizador/usuarios?rol=rrpp&roles=${LAUTARO_ID}`)
  const dialog = await screen.findByRole('dialog', { name: 'Roles de Lautaro Paz' })
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?rol=rrpp')
  await act(() => router.navigate(`/organizador/usuarios?roles=${EVENT_ID}`))
  expect(await screen.findByText('Los roles de Ángela Muñoz no se cambian desde acá.')).toBeTruthy()
})
