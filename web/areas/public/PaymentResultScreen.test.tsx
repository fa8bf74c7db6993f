import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
