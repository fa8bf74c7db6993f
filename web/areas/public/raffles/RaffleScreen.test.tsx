import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { RafflePage } from '#contract/events/raffles.ts'
import { drawCodes, hashOfCodes, hashOfSeed } from '#contract/values/raffle-draw.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const ID = '01990000-0000-7000-8000-0000000000f1'
const EVENT_ID = '01990000-0000-7000-8000-0000000000e1'
const SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const CODES = ['0A0000000001', '0A0000000002', '0A0000000003', '0A0000000004']
const AT = '2030-11-30T23:30:00-03:00'
const open: RafflePage = {
  id: ID,
  eventId: EVENT_ID,
  event: { id: EVENT_ID, slug: null, name: 'Fiesta Lunar Rosario', hasEnded: false },
  prize: 'Una remera',
  rules: 'Gratis.\nSin compra.',
  winners: 1,
  alternates: 1,
  entrants: 'opt_in',
  state: 'open',
  entries: 0,
  seedHash: await hashOfSeed(SEED),
  listHash: null,
  seed: null,
  openedAt: AT,
  closedAt: null,
  drawnAt: null,
  publishedAt: null,
  cancelledAt: null,
  places: [],
  own: null,
}
const [first = '', second = ''] = await drawCodes({ seed: SEED, codes: CODES, places: 2 })
const published: RafflePage = {
  ...open,
  state: 'published',
  entries: 4,
  seed: SEED,
  listHash: await hashOfCodes(CODES),
  closedAt: AT,
  drawnAt: AT,
  publishedAt: AT,
  places: [
    { place: 1, isAlternate: false, code: first, name: 'Camila F.' },
    { place: 2, isAlternate: true, code: second, name: null },
  ],
}
const GET = `GET /api/v1/raffles/${ID}`
const LIST = `GET /api/v1/raffles/${ID}/codes`
const ENTER = `POST /api/v1/raffles/${ID}/enter`
const show = (raffle: RafflePage, answers: Answers = {}, as?: ReturnType<typeof loginAnswer>) =>
  openScreen(paths.raffle(ID), { ...(as && { as }), answers: { [GET]: () => json(200, raffle), ...answers } })

test('a stranger reads what is raffled and its rules, and is led to sign in and back', async () => {
  const { user, router } = await show(open)
  expect(await screen.findByRole('heading', { level: 1, name: 'Una remera' })).toBeTruthy()
  expect(screen.getByText(/Sin compra/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Rehacer el sorteo' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Ingresar para participar' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.login()))
})

test('a person enters for free and sees their code', async () => {
  let own: RafflePage['own'] = null
  const { user, sent } = await show(
    open,
    {
      [GET]: () => json(200, { ...open, own }),
      [ENTER]: () => {
        own = { code: first, place: null }
        return json(200, { code: first })
      },
    },
    loginAnswer(),
  )
  await user.click(await screen.findByRole('button', { name: 'Participar gratis' }))
  expect(await screen.findByText(first)).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Participar gratis' })).toBeNull()
})

test('a refusal says why, in its place', async () => {
  const message = 'Quienes organizan el evento o trabajan en él no participan de sus sorteos'
  const { user } = await show(open, { [ENTER]: json(422, { code: 'raffle_of_own_event', message }) }, loginAnswer())
  await user.click(await screen.findByRole('button', { name: 'Participar gratis' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('anybody draws it again in the browser, and the same win', async () => {
  const { user } = await show(published, { [LIST]: () => json(200, { codes: CODES }) })
  expect(await screen.findByText('Camila F.')).toBeTruthy()
  expect(screen.getByText('Cuenta cerrada')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Rehacer el sorteo' }))
  expect(await screen.findByText('Salen los mismos ganadores.')).toBeTruthy()
  expect(screen.getByText('La clave es la que se fijó al abrir.')).toBeTruthy()
  expect(screen.getByText('La lista es la que se cerró.')).toBeTruthy()
  expect(screen.getByText(`En orden: ${first}, ${second}.`)).toBeTruthy()
})

test('an alternate is counted after the winners', async () => {
  await show(published)
  expect(await screen.findByText('Suplente 1')).toBeTruthy()
})

test('a list that was changed, or other winners, are found out', async () => {
  const places = published.places.map((each) => ({ ...each, code: each.code === first ? second : first }))
  const { user } = await show({ ...published, places }, { [LIST]: () => json(200, { codes: CODES.slice(1) }) })
  await user.click(await screen.findByRole('button', { name: 'Rehacer el sorteo' }))
  expect(await screen.findByText('No salen los mismos ganadores.')).toBeTruthy()
  expect(screen.getByText('La lista no es la que se cerró.')).toBeTruthy()
})

test('a winner reads it first', async () => {
  await show({ ...published, own: { code: first, place: 1 } }, {}, loginAnswer())
  expect(await screen.findByText(/¡Ganaste!/)).toBeTruthy()
})

test('a raffle that is not there has a way on', async () => {
  await show(open, { [GET]: json(404, { code: 'raffle_not_found', message: 'No encontramos ese sorteo' }) })
  expect(await screen.findByText('No encontramos ese sorteo')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver eventos' })).toBeTruthy()
})

test('a code that was passed over stays in its order, marked, and what was drawn is still the same', async () => {
  const places = [
    { place: null, isAlternate: false, code: first, name: 'Camila F.' },
    { place: 1, isAlternate: false, code: second, name: 'Beto S.' },
  ]
  const raffle: RafflePage = { ...published, entrants: 'holders', places, own: { code: first, place: null } }
  const { user } = await show(raffle, { [LIST]: () => json(200, { codes: CODES }) }, loginAnswer())
  expect(await screen.findByText('Salió tu código, pero al sortear ya no participabas.')).toBeTruthy()
  expect(screen.getByText('Ya no participaba: pasa a quien sigue')).toBeTruthy()
  expect(screen.queryByText('Camila F.')).toBeNull()
  expect(screen.getByText(/pierde su lugar/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Rehacer el sorteo' }))
  expect(await screen.findByText('Salen los mismos ganadores.')).toBeTruthy()
})

test('an open raffle of an event that is over says that nobody enters', async () => {
  await show({ ...open, event: { ...open.event, hasEnded: true } }, {}, loginAnswer())
  expect(await screen.findByText('La inscripción cerró con el evento.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Participar gratis' })).toBeNull()
})
