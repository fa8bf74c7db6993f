import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { ServedVoucher } from '#contract/sales/bar.ts'
import { getScannerEvents, type ScannerEvent } from '#contract/sales/scanning.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

const eventId = '01990000-0000-7000-8000-0000000000e1'
const voucherId = '01990000-0000-7000-8000-0000000000b1'
const NUMBER = 'V0KKV98N'
const event: ScannerEvent = {
  eventId,
  eventNumber: 1,
  eventName: 'Fiesta Lunar',
  eventDescription: '',
  eventDate: '2030-11-28',
  eventAddress: '',
  startDate: '2030-11-29T02:30:00.000Z',
  isActive: true,
}
const beer: ServedVoucher = {
  id: voucherId,
  name: 'Cerveza tirada',
  image: null,
  redeemedAt: null,
  redeemedBy: null,
  undoUntil: null,
}
const ticket = { id: voucherId, number: NUMBER, type: 'General', state: 'used', holderName: 'Camila Ferreyra' }
const FOUND = `POST /api/v1/events/${eventId}/drink-vouchers`
const REDEEM = `POST /api/v1/drink-vouchers/${voucherId}/redeem`

async function scanned(answers: Answers) {
  const opened = await openScreen(`${paths.scanner()}?evento=${eventId}&modo=barra`, {
    as: 'SCANNER',
    answers: {
      [`GET ${getScannerEvents.path}`]: { data: { events: [event] } },
      [FOUND]: { ticket, vouchers: [beer] },
      ...answers,
    },
  })
  fireEvent.click((await screen.findAllByRole('button', { name: 'Escribir el número' }))[0] ?? document.body)
  fireEvent.change(screen.getByLabelText('N.º de la entrada'), { target: { value: NUMBER } })
  fireEvent.click(screen.getByRole('button', { name: 'Validar' }))
  return opened
}

test('one touch serves a drink, another takes it back within the minute', async () => {
  const at = new Date().toISOString()
  const until = new Date(Date.now() + 60_000).toISOString()
  const { sent } = await scanned({
    [REDEEM]: { voucher: { ...beer, redeemedAt: at, redeemedBy: 'Bruno', undoUntil: until } },
    [`POST /api/v1/drink-vouchers/${voucherId}/undo`]: { voucher: beer },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Entregar Cerveza tirada' }))
  const undo = await screen.findByRole('button', { name: 'Deshacer la entrega de Cerveza tirada' })
  expect(screen.getByText(/^Entregada .* · Bruno$/)).toBeTruthy()
  expect(sent.find(({ path }) => path.endsWith('/redeem'))?.body).toEqual({ code: NUMBER })
  fireEvent.click(undo)
  expect(await screen.findByRole('button', { name: 'Entregar Cerveza tirada' })).toBeTruthy()
  await act(() => Promise.resolve(fireEvent.click(screen.getByRole('button', { name: 'Escanear otra' }))))
  expect(screen.getByText('Escaneá el código de la entrada para ver sus bebidas.')).toBeTruthy()
})

test('a drink that another bar served says who and offers nothing', async () => {
  await scanned({
    [REDEEM]: () =>
      json(409, {
        code: 'drink_voucher_redeemed',
        message: 'Esa bebida ya se entregó',
        details: { redeemedAt: '2030-11-29T03:10:00.000Z', redeemedBy: 'Otra barra' },
      }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Entregar Cerveza tirada' }))
  expect(await screen.findByText('Esa bebida ya se entregó')).toBeTruthy()
  expect(screen.getByText(/Otra barra/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Entregar|Deshacer/ })).toBeNull()
})

test('a code that gives nothing says why', async () => {
  await scanned({
    [FOUND]: () =>
      json(400, { code: 'ticket_inactive', message: 'El ticket no está activo', details: { reason: 'refunded' } }),
  })
  expect(await screen.findByText('La entrada fue devuelta')).toBeTruthy()
})
