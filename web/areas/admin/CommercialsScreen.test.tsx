import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { dashboardUser } from '#web/testing/people-fixtures.ts'

vi.setConfig({ testTimeout: 30_000 })

const EVENT_ID = '01990000-0000-7000-8000-0000000000e1'
const ANA = '01990000-0000-7000-8000-0000000000c1'
const OTHER = '01990000-0000-7000-8000-0000000000c2'
const user = (id: string, name: string) => ({
  id,
  name,
  username: name,
  mail: 'ana@previa.example',
  phone: '+5491155550105',
  urlProfileImgId: null,
})
const LIST = 'GET /api/v1/admin/commercials'
const ofAna = `GET /api/v1/admin/commercials/${ANA}/events`
const event = {
  id: EVENT_ID,
  name: 'Fiesta Lunar',
  companyName: 'Club Central',
  startDate: null,
  state: 'active',
  assignedAt: '2026-11-01T12:00:00-03:00',
}
const open = (answers: Answers = {}, path: string = paths.godCommercials(), as: 'GOD_ADMIN' | 'admin' = 'GOD_ADMIN') =>
  openScreen(path, {
    as,
    answers: {
      [LIST]: page('commercials', [{ id: ANA, user: user(ANA, 'Ana Paz'), assignedEvents: 2 }]),
      [ofAna]: { ...page('events', [event]), user: user(ANA, 'Ana Paz') },
      'GET /api/v1/event/dashboard/preview': page('events', [event]),
      ...answers,
    },
  })

test('an event with another commercial says who leaves it, and is assigned once that is confirmed', async () => {
  const asked: unknown[] = []
  const { user: hands } = await open({
    'POST /api/v1/admin/commercials/assign': ({ body }: { body: { replacesUserId?: string } }) => {
      asked.push(body)
      return body.replacesUserId === undefined
        ? json(409, {
            code: 'event_has_commercial',
            message: 'Ese evento ya tiene comercial',
            details: { id: OTHER, name: 'Beto Sosa' },
          })
        : { userId: ANA, eventId: EVENT_ID, replacedUserId: OTHER }
    },
  })
  const row = within(await screen.findByRole('row', { name: /Ana Paz/ }))
  await hands.click(row.getByRole('button', { name: 'Asignar evento a Ana Paz' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Asignar un evento a Ana Paz' }))
  await hands.click(dialog.getByRole('combobox', { name: 'Evento' }))
  await hands.click(await dialog.findByRole('option', { name: 'Fiesta Lunar' }))
  await hands.click(dialog.getByRole('button', { name: 'Asignar' }))
  expect(await dialog.findByText(/De este evento se ocupa Beto Sosa/)).toBeTruthy()
  await hands.click(dialog.getByRole('button', { name: 'Reemplazar a Beto Sosa' }))
  expect(await screen.findByText('Ana Paz se ocupa del evento')).toBeTruthy()
  expect(asked).toEqual([
    { userId: ANA, eventId: EVENT_ID },
    { userId: ANA, eventId: EVENT_ID, replacesUserId: OTHER },
  ])
})

test('of one commercial the events are shown, and one is taken away after a question', async () => {
  const { user: hands, sent } = await open(
    { 'POST /api/v1/admin/commercials/remove': () => undefined },
    `${paths.godCommercials()}?comercial=${ANA}`,
  )
  expect(await screen.findByRole('heading', { name: 'Ana Paz' })).toBeTruthy()
  await hands.click(await screen.findByRole('button', { name: 'Sacar Fiesta Lunar' }))
  const question = within(screen.getByRole('alertdialog', { name: '¿Sacarle Fiesta Lunar a Ana Paz?' }))
  expect(question.getByText(/el evento queda sin comercial/)).toBeTruthy()
  await hands.click(question.getByRole('button', { name: 'Sacar' }))
  expect(await screen.findByText('Ana Paz ya no se ocupa de Fiesta Lunar')).toBeTruthy()
  expect(sent.find(({ path }) => path.endsWith('/remove'))?.body).toEqual({ userId: ANA, eventId: EVENT_ID })
})

test('a person is made a commercial first', async () => {
  const { user: hands, sent } = await open({
    'GET /api/v1/user/dashboard': page('users', [dashboardUser({ id: OTHER, name: 'Beto Sosa' })]),
    'PATCH /api/v1/user/change-role': { userId: OTHER, roleId: 'COMERCIAL', eventId: null, isGranted: true },
  })
  const [add] = await screen.findAllByRole('button', { name: 'Sumar comercial' })
  if (add) await hands.click(add)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Sumar comercial' }))
  await hands.click(dialog.getByRole('combobox', { name: 'Persona' }))
  await hands.click(await dialog.findByRole('option', { name: /Beto Sosa/ }))
  await hands.click(dialog.getByRole('button', { name: 'Sumar' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      userId: OTHER,
      roleId: 'COMERCIAL',
      action: 'grant',
    }),
  )
})

test('support reads and changes nothing', async () => {
  await open({}, paths.godCommercials(), 'admin')
  const row = within(await screen.findByRole('row', { name: /Ana Paz/ }))
  expect(row.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sumar comercial' })).toBeNull()
})

test('an address that assigns is refused to support in words', async () => {
  await open({}, `${paths.godCommercials()}?asignar=${ANA}`, 'admin')
  expect(
    await screen.findByText('Acceso denegado. Solo el administrador autorizado puede realizar esta acción.'),
  ).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
