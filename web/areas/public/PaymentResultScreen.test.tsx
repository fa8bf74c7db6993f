import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { showTab } from '#web/testing/visibility.ts'

const publicId = 'Bp1ZbRBp1ZbRBp1ZbRBp1Z'
const status = `GET /api/v1/orders/${publicId}/status`

afterEach(() => void vi.useRealTimers())

test('an order that the server does not know is told without an error, and with a way back', async () => {
  await openScreen(`/payment-success?order=${publicId}&eventId=noche`, {
    answers: { [status]: () => json(404, { code: 'order_not_found', message: 'No encontramos esa compra' }) },
  })
  expect(await screen.findByText('No sabemos de qué compra se trata')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Volver al evento' }).getAttribute('href')).toBe('/evento/noche')
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test('what is still to be paid is yellow with a clock; red is for what was refused', async () => {
  const show = (nextStep: string) =>
    openScreen(`/payment-pending?order=${publicId}`, {
      answers: {
        [status]: {
          state: 'reserved',
          nextStep,
          heldUntil: null,
          payUntil: null,
          eventId: '01990000-0000-7000-8000-00000000000c',
          reason: null,
        },
      },
    })
  const icons = () =>
    [...screen.getByRole('main').querySelectorAll('svg')].map((icon) => icon.getAttribute('class') ?? '')
  await show('pay')
  expect(await screen.findByRole('heading', { name: 'Todavía falta el pago' })).toBeTruthy()
  expect(icons().some((icon) => icon.includes('clock') && icon.includes('text-sol'))).toBe(true)
  expect(icons().some((icon) => icon.includes('text-rojo'))).toBe(false)
  cleanup()
  await show('retry')
  expect(await screen.findByRole('heading', { name: 'El pago no se aprobó' })).toBeTruthy()
  expect(icons().some((icon) => icon.includes('text-rojo'))).toBe(true)
})

test('a payment under way is asked for ever more seldom, not at all in a hidden tab, and at once when it is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { sent } = await openScreen(`/payment-pending?order=${publicId}`, {
    answers: {
      [status]: {
        state: 'pending_payment',
        nextStep: 'wait',
        heldUntil: null,
        payUntil: null,
        eventId: '01990000-0000-7000-8000-00000000000c',
        reason: null,
      },
    },
  })
  const asked = () => sent.filter(({ path }) => path.endsWith('/status')).length
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await screen.findByText('Esperando la confirmación')
  expect(asked()).toBe(1)
  await pass(2100)
  expect(asked()).toBe(2)
  await pass(2100)
  expect(asked()).toBe(2)
  await pass(500)
  expect(asked()).toBe(3)
  act(() => showTab(false))
  await pass(120_000)
  expect(asked()).toBe(3)
  await act(async () => showTab(true))
  await pass(10)
  expect(asked()).toBe(4)
})
