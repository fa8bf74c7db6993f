import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Move } from '#contract/events/notices-moves.ts'
import { paths } from '#contract/api/paths.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

const ID = '01990000-0000-7000-8000-0000000000d1'
const place = { venue: 'Salón Paraná', adress: 'Av. del Valle 2700', city: 'Rosario' }
const ticket = {
  ticketId: '01990000-0000-7000-8000-0000000000b1',
  number: 'V0KKV98N',
  type: 'General',
  isHandedOn: false,
  amount: 19_800,
  obstacle: null,
}
const other = { ...ticket, ticketId: '01990000-0000-7000-8000-0000000000b2', number: 'W1KKV98M', isHandedOn: true }
const moved: Move = {
  id: ID,
  event: { id: '01990000-0000-7000-8000-0000000000e1', slug: null, name: 'Fiesta Lunar Rosario', state: 'active' },
  before: { ...place, startDate: '2030-11-30T23:30:00-03:00' },
  after: { ...place, startDate: '2030-12-07T23:30:00-03:00' },
  until: '2030-11-20T10:00:00-03:00',
  isOpen: true,
  tickets: [ticket, other],
  amount: 39_600,
}
const GET = `GET /api/v1/moves/${ID}`
const POST = `POST /api/v1/moves/${ID}/take-back`
const link = `${paths.move(ID)}#token=una.ficha`

test('the link of the notice, without an account: what changed, and all of the money by one act', async () => {
  const going: Move = {
    ...moved,
    amount: 0,
    tickets: [ticket, other].map((each) => ({ ...each, amount: 0, obstacle: 'refunding' as const })),
  }
  let isTaken = false
  const { user, router, sent } = await openScreen(link, {
    answers: {
      [GET]: () => json(200, isTaken ? going : moved),
      [POST]: () => {
        isTaken = true
        return json(200, going)
      },
    },
  })
  expect(await screen.findByText('Cambió de fecha')).toBeTruthy()
  expect(router.state.location.hash).toBe('')
  await user.click(screen.getByRole('button', { name: 'Recuperar $39.600 de 2 entradas' }))
  const result = await screen.findByText(/Listo: tu plata está volviendo/)
  expect(screen.getByText('Pediste $39.600 de 2 entradas.')).toBeTruthy()
  // The button is gone: the result has the focus and came into view.
  expect(document.activeElement?.contains(result)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toContain(document.activeElement)
  expect(sent.find(({ path }) => path.endsWith('/take-back'))?.body).toEqual({ token: 'una.ficha' })
  expect(screen.queryByRole('button', { name: /Recuperar/ })).toBeNull()
})

test.each(['%23', '%2523'])('a token behind %s is read alike and leaves the address', async (mark) => {
  const { router, sent } = await openScreen(link.replace('#', mark), { answers: { [GET]: moved } })
  expect(await screen.findByText('Cambió de fecha')).toBeTruthy()
  expect(sent.some(({ query }) => query.get('token') === 'una.ficha')).toBe(true)
  expect(router.state.location).toMatchObject({ pathname: paths.move(ID), hash: '' })
})

test('without its token the link says how to get another', async () => {
  await openScreen(paths.move(ID), { answers: { [GET]: { ...moved, tickets: null } } })
  const another = await screen.findByRole('link', { name: 'Pedí un enlace nuevo a tu email' })
  expect(another.getAttribute('href')).toBe(paths.forgotPassword())
})

test('of several tickets some may be kept', async () => {
  const { user, sent } = await openScreen(link, { answers: { [GET]: moved, [POST]: () => json(200, moved) } })
  await user.click(await screen.findByRole('checkbox', { name: /W1KK V98M/ }))
  await user.click(screen.getByRole('button', { name: 'Recuperar $19.800 de 1 entrada' }))
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith('/take-back'))?.body)
    .toEqual({ token: 'una.ficha', ticketIds: [ticket.ticketId] })
})

test('the one that is left needs no choice', async () => {
  const part: Move = { ...moved, tickets: [{ ...ticket, amount: 0, obstacle: 'refunding' }, other], amount: 19_800 }
  let isTaken = false
  const { user } = await openScreen(link, {
    answers: {
      [GET]: () => json(200, isTaken ? part : moved),
      [POST]: () => {
        isTaken = true
        return json(200, part)
      },
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: /W1KK V98M/ }))
  await user.click(screen.getByRole('button', { name: 'Recuperar $19.800 de 1 entrada' }))
  expect(await screen.findByText(/Una parte de tu plata ya está volviendo/)).toBeTruthy()
  expect(screen.getByText('Pediste $19.800 de 1 entrada.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Recuperar $19.800 de 1 entrada' }).hasAttribute('disabled')).toBe(false)
})

test('what is left after a refund outside of Previa is offered to the centavo', async () => {
  const part: Move = { ...moved, tickets: [{ ...ticket, amount: 18_799.5 }, other], amount: 38_599.5 }
  await openScreen(link, { answers: { [GET]: part } })
  expect(await screen.findByText('$18.799,50')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Recuperar $38.599,50 de 2 entradas' })).toBeTruthy()
})

test('who came without a link signs in', async () => {
  const { router, user } = await openScreen(paths.move(ID), {
    answers: { [GET]: { ...moved, tickets: null, amount: 0 } },
  })
  await screen.findByText(/ingresá con esa cuenta/)
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Ingresar' }))
  await expect.poll(() => router.state.location.pathname).toBe(paths.login())
})

test('after the ten days it says so', async () => {
  await openScreen(link, { answers: { [GET]: { ...moved, isOpen: false, amount: 0 } } })
  expect(await screen.findByText(/Los 10 días para recuperar la plata terminaron/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Recuperar/ })).toBeNull()
})

test('an unknown link shows a message', async () => {
  await openScreen(link, {
    answers: { [GET]: () => json(404, { code: 'move_not_found', message: 'No encontramos ese cambio' }) },
  })
  expect(await screen.findByText('No encontramos ese cambio')).toBeTruthy()
})
