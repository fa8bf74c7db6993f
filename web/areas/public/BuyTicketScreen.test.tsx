import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TicketType } from '#contract/events.ts'
import { queryClient } from '#web/api/query.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { keptChoice } from '#web/features/checkout/kept.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer, person } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { Component } from './BuyTicketScreen.tsx'

const eventId = '01990000-0000-7000-8000-0000000000e1'
const free: TicketType = {
  id: '01990000-0000-7000-8000-0000000000a1',
  name: 'Libre',
  description: null,
  price: 0,
  fee: 0,
  validUntil: null,
  saleStartsAt: null,
  saleEndsAt: null,
  perPersonLimit: null,
  availability: 'available',
}
const event = {
  id: eventId,
  name: 'Fiesta Lunar',
  startDate: '2026-11-29T02:30:00.000Z',
  Location: { name: 'Salón Paraná', city: 'Rosario' },
  flyer: null,
  minimumAge: null,
  forbidsMinors: false,
  orderLimit: 10,
}

beforeEach(() => signIn(loginAnswer()))
afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

test('a network that comes and goes leaves the purchase on screen, and the next press is the same purchase', async () => {
  let isDown = false
  const down = () => new Response('<html>', { status: 502 })
  const sent = fakeServer({
    [`GET /api/v1/event/single-page/${eventId}`]: () => json(200, event),
    'GET /api/v1/ticket/types': () => (isDown ? down() : json(200, { ticketTypes: [free] })),
    'POST /api/v1/ticket': () => down(),
  })
  keptChoice.write(eventId, { [free.id]: 2 })
  await renderScreen([{ path: '/buy-ticket', Component }], `/buy-ticket?eventId=${eventId}`)
  const buy = await screen.findByRole('button', { name: 'Confirmar entradas' })
  isDown = true
  await userEvent.click(buy)
  expect(await screen.findByText('Error al procesar el pago')).toBeTruthy()
  // As when the window is looked at again.
  await act(() => queryClient.refetchQueries())
  expect(screen.getByText('2 × Libre')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar entradas' }))
  const keys = () => sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(1)
})

test('an address of no event leads to the events', async () => {
  const gone = () => json(404, { code: 'event_not_found', message: 'No encontramos ese evento' })
  fakeServer({ 'GET /api/v1/event/single-page/nada': gone, 'GET /api/v1/ticket/types': gone })
  await renderScreen([{ path: '/buy-ticket', Component }], '/buy-ticket?eventId=nada')
  expect(await screen.findByText('Elegí primero un evento')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test.each([
  ['no answer', 502, 'internal', true],
  ['a twin that still runs', 409, 'operation_running', true],
  ['too many tries', 429, 'too_many_requests', true],
  ['a refusal', 409, 'sold_out', false],
])(
  'after %s, also on a page that was loaded anew, the same purchase is asked for: %#',
  async (_, status, code, isSame) => {
    const sent = fakeServer({
      [`GET /api/v1/event/single-page/${eventId}`]: () => json(200, event),
      'GET /api/v1/ticket/types': () => json(200, { ticketTypes: [free] }),
      'POST /api/v1/ticket': () => json(status, { code, message: 'Todavía no' }),
    })
    keptChoice.write(eventId, { [free.id]: 2 })
    for (let load = 0; load < 2; load += 1) {
      await renderScreen([{ path: '/buy-ticket', Component }], `/buy-ticket?eventId=${eventId}`)
      await userEvent.click(await screen.findByRole('button', { name: 'Confirmar entradas' }))
      expect((await screen.findByRole('alert')).textContent).toBe('Todavía no')
      cleanup()
    }
    const keys = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(isSame ? 1 : 2)
  },
)

test('coming back to a page that the browser kept, the button works again', async () => {
  fakeServer({
    [`GET /api/v1/event/single-page/${eventId}`]: () => json(200, event),
    'GET /api/v1/ticket/types': () => json(200, { ticketTypes: [free] }),
    'POST /api/v1/ticket': () => json(201, { order: { publicId: 'o' }, paymentUrl: '#pagar' }),
  })
  keptChoice.write(eventId, { [free.id]: 1 })
  await renderScreen([{ path: '/buy-ticket', Component }], `/buy-ticket?eventId=${eventId}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmar entradas' }))
  const button = screen.getByRole('button', { name: 'Confirmar entradas' })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(button.getAttribute('aria-busy')).not.toBe('true')
})

test.each([
  ['in two weeks', 14 * 24, true],
  ['tonight', 5, false],
])('the right of regret is told only where there is one: %s', async (_, hours, isOpen) => {
  const startDate = new Date(Date.now() + hours * 3_600_000).toISOString()
  fakeServer({
    [`GET /api/v1/event/single-page/${eventId}`]: () => json(200, { ...event, startDate }),
    'GET /api/v1/ticket/types': () => json(200, { ticketTypes: [free] }),
  })
  await renderScreen([{ path: '/buy-ticket', Component }], `/buy-ticket?eventId=${eventId}`)
  expect(await screen.findByText(/Al pagar aceptás/)).toBeTruthy()
  expect(screen.queryByText(/Podés arrepentirte hasta el/) !== null).toBe(isOpen)
  expect(screen.queryByRole('link', { name: 'Botón de Arrepentimiento' }) !== null).toBe(isOpen)
})

test('who is asked to prove a contact first does it here, and the purchase goes on with what was chosen', async () => {
  await signIn(loginAnswer('CLIENT', { isMailProved: false, isPhoneProved: false }))
  let isProved = false
  const sent = fakeServer({
    [`GET /api/v1/event/single-page/${eventId}`]: () => json(200, event),
    'GET /api/v1/ticket/types': () => json(200, { ticketTypes: [free] }),
    'POST /api/v1/ticket': () =>
      isProved
        ? json(201, { order: { publicId: 'o' }, paymentUrl: '#pagar' })
        : json(422, { code: 'contact_unproved', message: 'Confirmá tu teléfono o tu email' }),
    'POST /api/v1/user/verify-contact/request': () =>
      json(200, {
        status: 'success',
        message: 'Enviado',
        kind: 'mail',
        sentTo: 'c•••@example.com',
        expiresInSeconds: 600,
      }),
    'POST /api/v1/user/verify-contact/confirm': () => {
      isProved = true
      return json(200, { status: 'success', message: 'Listo' })
    },
    'GET /api/v1/user/profile': () => json(200, person('CLIENT', { isPhoneProved: false })),
  })
  keptChoice.write(eventId, { [free.id]: 2 })
  await renderScreen([{ path: '/buy-ticket', Component }], `/buy-ticket?eventId=${eventId}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmar entradas' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Por email: camila@example.com' }))
  await userEvent.type(await screen.findByLabelText('Código'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
  const bought = () => sent.filter(({ path }) => path === '/api/v1/ticket')
  await waitFor(() => expect(bought()).toHaveLength(2))
  expect(bought().map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ quantity: 2 })),
  )
})
