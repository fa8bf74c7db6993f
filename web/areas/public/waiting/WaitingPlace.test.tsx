import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OwnWaiting } from '#contract/events/waiting-list.ts'
import { paths } from '#contract/api/paths.ts'
import { eventPage, ticketType } from '#web/testing/events.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'

const event = eventPage({ startDate: new Date(Date.now() + 5 * 86_400_000).toISOString() })
const general = ticketType({ name: 'General', price: 18_000, fee: 1_800, availability: 'soldOut' })
const list = `/api/v1/ticket-types/${general.id}/waiting-list`
const mine = `GET /api/v1/events/${event.id}/waiting-list/mine`
const waiting = (changes: Partial<OwnWaiting> = {}): OwnWaiting => ({
  ticketTypeId: general.id,
  state: 'waiting',
  quantity: 2,
  position: 3,
  offeredPlaces: null,
  offerUntil: null,
  ...changes,
})
const offered = (until = Date.now() + 25 * 60_000) =>
  waiting({ state: 'offered', position: null, offeredPlaces: 1, offerUntil: new Date(until).toISOString() })

afterEach(() => sessionStorage.clear())

function open(answers: Answers, { at = paths.event(event.id), isSignedIn = true } = {}) {
  return openScreen(at, {
    ...(isSignedIn && { as: loginAnswer() }),
    answers: {
      [`GET /api/v1/event/single-page/${event.id}`]: event,
      'GET /api/v1/ticket/types': { ticketTypes: [general] },
      [mine]: { entries: [] },
      ...answers,
    },
  })
}

test('who is not signed in is asked to, and no waitlist is read', async () => {
  const { sent } = await open({}, { isSignedIn: false })
  const link = await screen.findByRole('link', { name: 'Avisame si se libera' })
  expect(link.getAttribute('href')).toBe(paths.login())
  expect(sent.filter(({ path }) => path.includes('waiting-list'))).toEqual([])
})

test('joining: for how many, then one’s place; leaving gives it up', async () => {
  let entries: OwnWaiting[] = []
  const { user, sent } = await open({
    [mine]: () => ({ entries }),
    [`POST ${list}`]: () => {
      entries = [waiting()]
      return json(201, waiting())
    },
    [`DELETE ${list}`]: () => {
      entries = []
      return { ticketTypeId: general.id }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Avisame si se libera' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Te avisamos si se libera' }))
  await user.click(dialog.getByRole('button', { name: 'Agregar una: Entradas General' }))
  await user.click(dialog.getByRole('button', { name: 'Anotarme' }))
  expect(await screen.findByText('Estás en la lista de espera')).toBeTruthy()
  expect(screen.getByText('Por 2 entradas · 2 personas antes que vos')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ quantity: 2 })
  await user.click(screen.getByRole('button', { name: 'Salir de la lista de espera: General' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Salir de la lista' }))
  expect(await screen.findByRole('button', { name: 'Avisame si se libera' })).toBeTruthy()
})

test('a refusal is said where it was asked for', async () => {
  const message = 'La lista de espera de esta entrada está cerrada'
  const { user } = await open({ [`POST ${list}`]: () => json(422, { code: 'waiting_list_closed', message }) })
  await user.click(await screen.findByRole('button', { name: 'Avisame si se libera' }))
  await user.click(await screen.findByRole('button', { name: 'Anotarme' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('who proved no contact is asked to, where they are', async () => {
  const message = 'Para reservar estas entradas, verificá antes tu teléfono o tu email'
  const { user } = await open({ [`POST ${list}`]: () => json(422, { code: 'contact_unproved', message }) })
  await user.click(await screen.findByRole('button', { name: 'Avisame si se libera' }))
  await user.click(await screen.findByRole('button', { name: 'Anotarme' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Anotarme' })).toBeNull())
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('an offer is counted down, chosen already, and can be given up', async () => {
  const { user, sent } = await open(
    { [mine]: { entries: [offered()] }, [`DELETE ${list}`]: { ticketTypeId: general.id } },
    { at: `/buy-ticket?eventId=${event.id}` },
  )
  const offer = within(await screen.findByRole('region', { name: 'Lugar guardado: General' }))
  expect(offer.getByText(/^2[45]:\d\d$/)).toBeTruthy()
  expect(offer.getByText(/Pediste 2: es lo que se liberó/)).toBeTruthy()
  expect(screen.getByText('1 × General')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cambiar' }))
  expect(screen.getByText('Guardada para vos')).toBeTruthy()
  // No more than what is kept.
  await user.click(screen.getByRole('button', { name: 'Agregar una: General' }))
  expect(screen.getByText('1 × General')).toBeTruthy()
  await user.click(offer.getByRole('button', { name: 'Dejar el lugar: General' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Dejar el lugar' }))
  await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('an expired offer is read again, and can be requested again', async () => {
  let looks = 0
  await open({
    [mine]: () => {
      looks += 1
      return { entries: [looks === 1 ? offered(Date.now() - 1000) : waiting({ state: 'lapsed', position: null })] }
    },
  })
  expect(await screen.findByText('Se pasó el tiempo de tu lugar. Podés anotarte de nuevo.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Avisame si se libera' })).toBeTruthy()
})

test('two hours before the start the waitlist closes', async () => {
  const soon = { ...event, startDate: new Date(Date.now() + 3_600_000).toISOString() }
  await open({ [`GET /api/v1/event/single-page/${event.id}`]: soon })
  expect(await screen.findByText('Agotada')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Avisame si se libera' })).toBeNull()
})
