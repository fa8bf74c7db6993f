import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

const publicId = 'Bp1ZbRBp1ZbRBp1ZbRBp1Z'
const status = `GET /api/v1/orders/${publicId}/status`

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
