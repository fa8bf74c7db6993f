import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { PurchaseAnswer } from '#contract/sales/checkout.ts'
import { queryClient } from '#web/api/query.ts'
import { storedChoice } from './stored.ts'
import { storedBuyer, storedTokens } from './stored-guest.ts'
import { eventPage, ticketType } from '#web/testing/events.ts'
import { json, type Answers, type Sent } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { placedOrder } from '#web/testing/orders.ts'
import { loginAnswer, person } from '#web/testing/people.ts'

const eventId = '01990000-0000-7000-8000-0000000000e1'
const free = ticketType({ name: 'Libre', price: 0, fee: 0 })
const event = eventPage()
const address = `/buy-ticket?eventId=${eventId}`
const readEvent = `GET /api/v1/event/single-page/${eventId}`
const readTypes = 'GET /api/v1/ticket/types'
const buy = 'POST /api/v1/ticket'
const placed: PurchaseAnswer = {
  order: placedOrder,
  paymentUrl: '#pagar',
}
const open = (answers: Answers, as = loginAnswer()) =>
  openScreen(address, { as, answers: { [readEvent]: event, [readTypes]: { ticketTypes: [free] }, ...answers } })
const pressBuy = async () => userEvent.click(await screen.findByRole('button', { name: 'Reservar' }))

test('a network that comes and goes leaves the purchase on screen, and the next press is the same purchase', async () => {
  let isDown = false
  const down = () => new Response('<html>', { status: 502 })
  storedChoice.write(eventId, { [free.id]: 2 })
  const { sent } = await open({ [readTypes]: () => (isDown ? down() : { ticketTypes: [free] }), [buy]: down })
  await screen.findByRole('button', { name: 'Reservar' })
  isDown = true
  await pressBuy()
  expect(await screen.findByText('Error al reservar')).toBeTruthy()
  // As when the window is looked at again.
  await act(() => queryClient.refetchQueries())
  expect(screen.getByText('2 × Libre')).toBeTruthy()
  await pressBuy()
  const keys = () => sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(1)
})

test('who comes when all is over is asked for nothing and offered no button', async () => {
  await open({ [readTypes]: { ticketTypes: [{ ...free, availability: 'soldOut', available: 0 }] } })
  expect(await screen.findByText('Agotada')).toBeTruthy()
  expect(screen.queryByRole('complementary', { name: 'Resumen' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Reservar|Pagar/ })).toBeNull()
})

test('an address of no event leads to the events', async () => {
  const gone = () => json(404, { code: 'event_not_found', message: 'No encontramos ese evento' })
  await openScreen('/buy-ticket?eventId=nada', {
    as: 'CLIENT',
    answers: { 'GET /api/v1/event/single-page/nada': gone, [readTypes]: gone },
  })
  expect(await screen.findByText('No encontramos ese evento')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test.each([
  ['no answer', 502, 'internal', true],
  ['a twin that still runs', 409, 'operation_running', true],
  ['too many tries', 429, 'too_many_requests', true],
  ['a refusal', 409, 'sold_out', false],
])('after %s, also after a reload, the same purchase is requested: %#', async (_, status, code, isSame) => {
  storedChoice.write(eventId, { [free.id]: 2 })
  const sent: Sent[] = []
  for (let load = 0; load < 2; load += 1) {
    const opened = await open({ [buy]: () => json(status, { code, message: 'Todavía no' }) })
    await pressBuy()
    expect((await screen.findByRole('alert')).textContent).toBe('Todavía no')
    sent.push(...opened.sent)
    cleanup()
  }
  const keys = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(isSame ? 1 : 2)
})

test('what was bought makes what was read of the event old', async () => {
  storedChoice.write(eventId, { [free.id]: 1 })
  await open({ [buy]: placed })
  await screen.findByText('1 × Libre')
  const types = () => queryClient.getQueryCache().findAll({ queryKey: ['/api/v1/ticket/types'] })
  expect(types().map(({ state }) => state.isInvalidated)).toEqual([false])
  const times = types()[0]?.state.dataUpdateCount
  await pressBuy()
  await waitFor(() => {
    const [read] = types()
    expect(read === undefined || read.state.isInvalidated || read.state.dataUpdateCount > (times ?? 0)).toBe(true)
  })
})

test('coming back to a page that the browser kept, the button works again', async () => {
  storedChoice.write(eventId, { [free.id]: 1 })
  await open({ [buy]: placed })
  await pressBuy()
  const button = screen.getByRole('button', { name: 'Reservar' })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(button.getAttribute('aria-busy')).not.toBe('true')
})

test.each([
  ['in two weeks', 14 * 24, true],
  ['tonight', 5, false],
])('the withdrawal right shows only where it applies: %s', async (_, hours, isOpen) => {
  const startDate = new Date(Date.now() + hours * 3_600_000).toISOString()
  const paidType = ticketType({ name: 'General', price: 18_000, fee: 1800 })
  await open({ [readEvent]: { ...event, startDate }, [readTypes]: { ticketTypes: [paidType] } })
  const main = within(screen.getByRole('main'))
  expect(await main.findByText(/Al pagar aceptás/)).toBeTruthy()
  expect(main.queryByText(/Podés arrepentirte hasta el/) !== null).toBe(isOpen)
  expect(main.queryByRole('link', { name: 'Botón de Arrepentimiento' }) !== null).toBe(isOpen)
})

test('what is free is reserved: it speaks neither of paying nor of money that comes back', async () => {
  storedChoice.write(eventId, { [free.id]: 1 })
  await open({})
  expect(await screen.findByRole('button', { name: 'Reservar' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Tu reserva' })).toBeTruthy()
  expect(screen.getByText(/Al reservar aceptás/)).toBeTruthy()
  for (const words of [/Al pagar/, /arrepent/i, /devolución/]) {
    expect(within(screen.getByRole('complementary', { name: 'Resumen' })).queryByText(words)).toBeNull()
  }
})

test('who is asked to prove a contact first does it here, and the purchase goes on with what was chosen', async () => {
  let isProved = false
  storedChoice.write(eventId, { [free.id]: 2 })
  const { sent } = await open(
    {
      [buy]: () =>
        isProved ? placed : json(422, { code: 'contact_unproved', message: 'Confirmá tu teléfono o tu email' }),
      'POST /api/v1/user/verify-contact/request': {
        status: 'success',
        message: 'Enviado',
        kind: 'mail',
        sentTo: 'c•••@example.com',
        expiresInSeconds: 600,
      },
      'POST /api/v1/user/verify-contact/confirm': () => {
        isProved = true
        return { status: 'success', message: 'Listo' }
      },
      'GET /api/v1/user/profile': () => person('CLIENT', { isMailProved: isProved, isPhoneProved: false }),
    },
    loginAnswer('CLIENT', { isMailProved: false, isPhoneProved: false }),
  )
  await pressBuy()
  await userEvent.click(await screen.findByRole('button', { name: 'Por email: camila@example.com' }))
  await userEvent.type(await screen.findByLabelText('Código'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
  const bought = () => sent.filter(({ path }) => path === '/api/v1/ticket')
  await waitFor(() => expect(bought()).toHaveLength(2))
  expect(bought().map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ quantity: 2 })),
  )
})

test('a first phone that waits for its code is confirmed here, and the purchase goes on with what was chosen', async () => {
  let phone: string | null = null
  storedChoice.write(eventId, { [free.id]: 2 })
  const { sent } = await open(
    {
      [buy]: () =>
        phone === null ? json(422, { code: 'profile_incomplete', message: 'Completá tu teléfono' }) : placed,
      'PATCH /api/v1/user/profile/complete': {
        data: { updatedProfile: { phone: null, birthDate: '1997-05-20', gender: 'Female', age: 28 } },
        profileCompletion: { isComplete: false, missingFields: ['phone'] },
      },
      'POST /api/v1/user/verify-contact/request': {
        status: 'success',
        message: 'Enviado',
        kind: 'phone',
        sentTo: '•••• 2001',
        expiresInSeconds: 600,
      },
      'POST /api/v1/user/verify-contact/confirm': () => {
        phone = '+5493415552001'
        return { status: 'success', message: 'Listo' }
      },
      'GET /api/v1/user/profile': () => person('CLIENT', { phone }),
    },
    loginAnswer('CLIENT', { phone: null }),
  )
  await pressBuy()
  await userEvent.type(await screen.findByLabelText('Teléfono'), '93415552001')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  await userEvent.type(await screen.findByLabelText('Código'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  const bought = () => sent.filter(({ path }) => path === '/api/v1/ticket')
  await waitFor(() => expect(bought()).toHaveLength(2))
  expect(bought()[1]?.body).toMatchObject({ quantity: 2 })
})

test('without a session three fields buy, on the device that keeps the token', async () => {
  storedChoice.write(eventId, { [free.id]: 2 })
  const { sent } = await openScreen(address, {
    answers: {
      [readEvent]: event,
      [readTypes]: { ticketTypes: [free] },
      'POST /api/v1/checkout': { order: placed.order, token: 'abc', ticketUrl: '/compra/x' },
    },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'WhatsApp' }), '341 555 0142')
  await userEvent.type(screen.getByRole('textbox', { name: 'Nombre y apellido' }), 'Sol Paz')
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'sol@previa.example')
  expect(screen.queryByLabelText('Fecha de nacimiento')).toBeNull()
  await pressBuy()
  await waitFor(() => expect(storedTokens.read(placed.order.publicId)).toBe('abc'))
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    eventId,
    lines: [{ ticketTypeId: free.id, quantity: 2 }],
    buyer: { name: 'Sol Paz', mail: 'sol@previa.example' },
  })
  expect(storedBuyer.read()).toMatchObject({ name: 'Sol Paz' })
})

test.each([
  ['paid', 'tickets', true],
  ['pending_payment', 'wait', true],
  ['pending_payment', 'retry', false],
  ['expired', 'choose_again', false],
] as const)('what was ordered and is %s (%s) by now is chosen no more: %s', async (state, nextStep, isSpent) => {
  storedChoice.write(eventId, { [free.id]: 2 })
  storedChoice.setOrder(eventId, placedOrder.publicId)
  const other = ticketType({ id: '01990000-0000-7000-8000-0000000000b2', name: 'Otra' })
  const status = {
    state,
    nextStep,
    isOfDrinks: false,
    isFree: false,
    heldUntil: null,
    payUntil: null,
    secondsToPay: null,
    sentTo: null,
  }
  const { sent } = await open({
    [readTypes]: { ticketTypes: [free, other] },
    [`GET /api/v1/orders/${placedOrder.publicId}/status`]: { ...status, eventId, eventSlug: null, reason: null },
  })
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/status'))).toBe(true))
  await waitFor(() => expect(storedChoice.read(eventId)).toEqual(isSpent ? {} : { [free.id]: 2 }))
  if (isSpent) await waitFor(() => expect(screen.queryByText('2 × Libre')).toBeNull())
  else expect(await screen.findByText('2 × Libre')).toBeTruthy()
})
