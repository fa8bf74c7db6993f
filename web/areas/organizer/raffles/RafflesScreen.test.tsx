import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { CompanyRole } from '#contract/api/roles.ts'
import type { Raffle, RaffleState } from '#contract/events/raffles.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY, EVENT_ID } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const EVENTS = 'GET /api/v1/event/dashboard/preview'
const LIST = `GET /api/v1/events/${EVENT_ID}/raffles`
const raffle = (at: number, prize: string, state: RaffleState): Raffle => ({
  id: `01990000-0000-7000-8000-00000000b00${at}`,
  eventId: EVENT_ID,
  prize,
  rules: 'Gratis.',
  winners: 2,
  alternates: 1,
  entrants: 'holders',
  state,
  entries: 40,
  seedHash: null,
  listHash: null,
  openedAt: null,
  closedAt: null,
  drawnAt: null,
  publishedAt: null,
  cancelledAt: null,
})
const rows = [raffle(1, 'Remera', 'draft'), raffle(2, 'Palco', 'closed'), raffle(3, 'Gorra', 'published')]
const show = (answers: Answers = {}, search = '', companyRole: CompanyRole = 'owner') =>
  openScreen(`${paths.organizerRaffles()}?evento=${EVENT_ID}${search}`, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id, companyRole }),
    answers: {
      [EVENTS]: page('events', [{ id: EVENT_ID, name: 'Fiesta Lunar', startDate: null, state: 'active' }]),
      [LIST]: page('raffles', rows),
      ...answers,
    },
  })

test('each raffle has the act that leads on, after a question', async () => {
  const { user, sent } = await show({
    [`POST /api/v1/raffles/${rows[1]?.id}/draw`]: () => json(200, raffle(2, 'Palco', 'drawn')),
  })
  expect(await screen.findByRole('button', { name: 'Abrir Remera' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver página de Gorra' }).getAttribute('href')).toBe(
    paths.raffle(rows[2]?.id ?? ''),
  )
  await user.click(screen.getByRole('button', { name: 'Sortear Palco' }))
  const question = within(await screen.findByRole('alertdialog', { name: '¿Sortear Palco?' }))
  expect(question.getByText(/2 ganadores y 1 suplente entre 40 personas/)).toBeTruthy()
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  await user.click(question.getByRole('button', { name: 'Sortear' }))
  expect(await screen.findByText(/Sorteado: mirá quiénes ganaron/)).toBeTruthy()
})

test('one without entries says so in the question, which stays', async () => {
  const message = 'No participa nadie, así que no hay a quién sortear. Podés cancelarlo y abrir otro'
  const { user } = await show({
    [`POST /api/v1/raffles/${rows[1]?.id}/draw`]: () => json(422, { code: 'raffle_without_entries', message }),
  })
  await user.click(await screen.findByRole('button', { name: 'Sortear Palco' }))
  const question = within(await screen.findByRole('alertdialog', { name: '¿Sortear Palco?' }))
  await user.click(question.getByRole('button', { name: 'Sortear' }))
  expect(await question.findByText(message)).toBeTruthy()
})

test('a raffle is created with rules to begin with, which say that entering is free', async () => {
  const { user, sent } = await show({
    [LIST]: page('raffles', []),
    [`POST /api/v1/events/${EVENT_ID}/raffles`]: () => json(201, raffle(4, 'Un vinilo', 'draft')),
  })
  await screen.findByText('Todavía no hay sorteos')
  const [create] = screen.getAllByRole('button', { name: 'Crear sorteo' })
  if (create) await user.click(create)
  const dialog = within(await screen.findByRole('dialog', { name: 'Crear sorteo' }))
  await user.type(dialog.getByRole('textbox', { name: 'Premio' }), 'Un vinilo')
  await user.click(dialog.getByRole('radio', { name: 'Quienes se anotan' }))
  await user.click(dialog.getByRole('button', { name: 'Crear' }))
  expect(await screen.findByText('Preparaste el sorteo de Un vinilo')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    prize: 'Un vinilo',
    entrants: 'opt_in',
    winners: 1,
    alternates: 1,
    rules: expect.stringContaining('Participar es gratis') as string,
  })
})

test('a draft is edited from its row, and what is open is not', async () => {
  const { user, sent } = await show({
    [`PUT /api/v1/raffles/${rows[0]?.id}`]: () => json(200, raffle(1, 'Remera negra', 'draft')),
  })
  await user.click(await screen.findByRole('button', { name: 'Editar Remera' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar sorteo' }))
  await user.type(dialog.getByRole('textbox', { name: 'Premio' }), ' negra')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Guardaste el sorteo de Remera negra')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ prize: 'Remera negra' })
  expect(screen.queryByRole('button', { name: 'Editar Palco' })).toBeNull()
})

test('finance people read the raffles and have nothing to change them with', async () => {
  await show({}, '&sorteo=nuevo', 'finance')
  expect(await screen.findByRole('row', { name: /Palco/ })).toBeTruthy()
  for (const name of ['Abrir Remera', 'Sortear Palco', 'Editar Remera', 'Crear sorteo']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.queryByRole('dialog')).toBeNull()
})
