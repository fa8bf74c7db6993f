import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { getScannerEvents, type ScannerEvent } from '#contract/sales/scanning.ts'
import { newTicketNumber } from '#contract/values/ticket-number.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

const eventId = '01990000-0000-7000-8000-0000000000e1'
const NUMBER = 'V0KKV98N'
const OTHER_NUMBER = newTicketNumber((count) => new Uint8Array(count))
const id = '01a1fc6a-32d0-7329-9f10-13044423b3b8'
const admission = {
  scanId: id,
  ticket: { id, number: 'ABCD1234', type: 'General', price: 18_000, formattedPrice: '$18.000' },
  event: { id, name: 'Fiesta Lunar' },
  user: { id, name: 'Camila Ferreyra', email: 'c***@previa.example' },
  scan: { scannedAt: '2026-11-29T02:47:08Z', scannedBy: 'Puerta', formattedDate: '28/11/26 23:47' },
  userAssigned: null,
  position: 2,
  ofTotal: 2,
  askForId: false,
  attendanceIndicators: { total: 2, scanned: 1, notScanned: 1, rate: 50, byType: [], lastMinutes: [] },
}
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

const attendance = (scanned: number) => ({
  total: 100,
  scanned,
  notScanned: 100 - scanned,
  rate: scanned,
  byType: [],
  lastMinutes: [],
})

afterEach(() => vi.useRealTimers())

const ATTENDANCE = `GET /api/v1/event/scanner/${eventId}/attendance`
const scanOf = (number: string) => `POST /api/v1/ticket/scan-qr/${number}`
const used = () => json(409, { code: 'ticket_already_used', message: 'El ticket ya fue utilizado' })
const open = (answers: Answers) =>
  openScreen(`${paths.scanner()}?evento=${eventId}`, {
    as: 'SCANNER',
    answers: { [`GET ${getScannerEvents.path}`]: { data: { events: [event] } }, ...answers },
  })
const openTyping = async () => {
  fireEvent.click((await screen.findAllByRole('button', { name: 'Escribir el número' }))[0] ?? document.body)
}

test('bad news leaves by itself while other doors let people in', async () => {
  let scanned = 0
  vi.useFakeTimers()
  await open({
    // Each read counts one more entry.
    [ATTENDANCE]: () => {
      scanned += 1
      return attendance(scanned)
    },
    [scanOf(NUMBER)]: used,
  })
  await act(() => vi.advanceTimersByTimeAsync(4000))
  fireEvent.click(screen.getAllByRole('button', { name: 'Escribir el número' })[0] ?? document.body)
  fireEvent.change(screen.getByLabelText('N.º de la entrada'), { target: { value: NUMBER } })
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Validar' }))
    await vi.advanceTimersByTimeAsync(10)
  })
  expect(screen.getByRole('button', { name: /^NO PASA/ })).toBeTruthy()
  for (let second = 0; second < 7; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  expect(screen.queryByRole('button', { name: /^NO PASA/ })).toBeNull()
  expect(scanned).toBe(3)
})

test('without signal no guest is refused, and the same scan is retried', async () => {
  const nonces: unknown[] = []
  let isOffline = true
  await open({
    [ATTENDANCE]: attendance(3),
    [scanOf(NUMBER)]: ({ body }) => {
      nonces.push((body as { nonce: unknown }).nonce)
      if (isOffline) throw new TypeError('Failed to fetch')
      return used()
    },
  })
  await openTyping()
  fireEvent.change(screen.getByLabelText('N.º de la entrada'), { target: { value: NUMBER } })
  fireEvent.click(screen.getByRole('button', { name: 'Validar' }))
  expect(await screen.findByRole('button', { name: /^SIN SEÑAL/ })).toBeTruthy()
  expect(screen.queryByText('NO PASA')).toBeNull()
  expect(screen.getByText('Sin decidir:')).toBeTruthy()
  isOffline = false
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: /^NO PASA/ })).toBeTruthy()
  expect(new Set(nonces).size).toBe(1)
  // It was one scan: one row, decided now.
  expect(screen.queryByText('Sin decidir:')).toBeNull()
})

test('a guest whose scan was admitted without an answer is admitted when the ticket is scanned again, also after another one', async () => {
  const admittedBy = new Map<string, unknown>()
  let isLost = true
  const admit =
    (number: string) =>
    ({ body }: { body: unknown }) => {
      const { nonce } = body as { nonce: unknown }
      const first = admittedBy.get(number) ?? nonce
      admittedBy.set(number, first)
      if (isLost) throw new TypeError('Failed to fetch')
      return first === nonce ? admission : used()
    }
  await open({
    [ATTENDANCE]: attendance(3),
    [scanOf(NUMBER)]: admit(NUMBER),
    [scanOf(OTHER_NUMBER)]: admit(OTHER_NUMBER),
  })
  const type = async (number: string, verdict: RegExp) => {
    await openTyping()
    fireEvent.change(screen.getByLabelText('N.º de la entrada'), { target: { value: number } })
    fireEvent.click(screen.getByRole('button', { name: 'Validar' }))
    fireEvent.click(await screen.findByRole('button', { name: verdict }))
  }
  await type(NUMBER, /^SIN SEÑAL/)
  isLost = false
  await type(OTHER_NUMBER, /^PASA/)
  await type(NUMBER, /^PASA/)
  // The control: what was decided is a scan of its own the next time.
  await type(NUMBER, /^NO PASA/)
  expect(admittedBy.size).toBe(2)
})
