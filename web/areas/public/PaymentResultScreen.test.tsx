import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/api/query.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { Component } from './PaymentResultScreen.tsx'

test('an order that the server does not know is told without an error, and with a way back', async () => {
  const publicId = 'Bp1ZbRBp1ZbRBp1ZbRBp1Z'
  fakeServer({
    [`GET /api/v1/orders/${publicId}/status`]: () =>
      json(404, { code: 'order_not_found', message: 'No encontramos esa compra' }),
  })
  const address = `/payment-success?order=${publicId}&eventId=noche`
  await renderScreen([{ path: '/payment-success', Component }], address)
  expect(await screen.findByText('No sabemos de qué compra se trata')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Volver al evento' }).getAttribute('href')).toBe('/evento/noche')
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test('what is still to be paid is yellow with a clock; red is for what was refused', async () => {
  const publicId = 'Bp1ZbRBp1ZbRBp1ZbRBp1Z'
  let nextStep = 'pay'
  fakeServer({
    [`GET /api/v1/orders/${publicId}/status`]: () =>
      json(200, {
        state: 'reserved',
        nextStep,
        heldUntil: null,
        payUntil: null,
        eventId: '01990000-0000-7000-8000-00000000000c',
        reason: null,
      }),
  })
  const address = `/payment-pending?order=${publicId}`
  const icons = () => [...document.querySelectorAll('svg')].map((icon) => icon.getAttribute('class') ?? '')
  await renderScreen([{ path: '/payment-pending', Component }], address)
  expect(await screen.findByRole('heading', { name: 'Todavía falta el pago' })).toBeTruthy()
  expect(icons().some((icon) => icon.includes('clock') && icon.includes('text-sol'))).toBe(true)
  expect(icons().some((icon) => icon.includes('text-rojo'))).toBe(false)
  nextStep = 'retry'
  cleanup()
  queryClient.clear()
  await renderScreen([{ path: '/payment-pending', Component }], address)
  expect(await screen.findByRole('heading', { name: 'El pago no se aprobó' })).toBeTruthy()
  expect(icons().some((icon) => icon.includes('text-rojo'))).toBe(true)
})
