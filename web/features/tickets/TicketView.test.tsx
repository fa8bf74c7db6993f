import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ticket } from '#web/testing/tickets.ts'
import { TicketView } from './TicketView.tsx'

test('a ticket says where, until when, and under its code the number that a doorman types', async () => {
  const shown = { ...ticket, validUntil: '2026-11-29T05:00:00.000Z' }
  await renderScreen([{ path: '/', element: <TicketView ticket={shown} /> }], '/')
  expect(screen.getByText('Salón Paraná')).toBeTruthy()
  expect(screen.getByText(/Válida hasta las 02:00/)).toBeTruthy()
  const code = screen.getByRole('img', { name: /Código QR/ })
  const number = screen.getByText('N.º V0KK V98N')
  expect(code.compareDocumentPosition(number)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
