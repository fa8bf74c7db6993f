import { cleanup, screen } from '@testing-library/react'
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

test('inside already, the code stays readable while the bar owes a drink, and no longer', async () => {
  const voucher = (at: number, redeemedAt: string | null) => ({
    id: `01990000-0000-7000-8000-00000000000${at}`,
    name: 'Cerveza',
    redeemedAt,
  })
  const usedAt = '2026-11-29T03:00:00.000Z'
  const used = { ...ticket, state: 'used' as const, qrRedeemed: true, usedAt }
  const owed = { ...used, vouchers: [voucher(1, usedAt), voucher(2, null)] }
  await renderScreen([{ path: '/', element: <TicketView ticket={owed} /> }], '/')
  const code = () => screen.getByRole('img', { name: /Código QR/ }).outerHTML
  expect(code()).not.toContain('opacity-15')
  expect(screen.getByText('quedan 1')).toBeTruthy()
  expect(screen.getByText(/^Ingresó el/)).toBeTruthy()
  cleanup()
  const served = { ...used, vouchers: [voucher(1, usedAt)] }
  await renderScreen([{ path: '/', element: <TicketView ticket={served} /> }], '/')
  expect(code()).toContain('opacity-15')
  expect(screen.getByText('Ya las retiraste.')).toBeTruthy()
})
