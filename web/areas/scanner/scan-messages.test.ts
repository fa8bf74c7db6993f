import { expect, test } from 'vitest'
import { failures } from '#contract/api/failures.ts'
import { admittedVerdict, readScanResult, refusedVerdict } from './scan-messages.ts'

const id = '01a1fc6a-32d0-7329-9f10-13044423b3b8'
const attendanceIndicators = { total: 2, scanned: 1, notScanned: 1, rate: 50, byType: [], lastMinutes: [] }
const answer = {
  scanId: id,
  ticket: { id, number: 'ABCD1234', type: 'General', price: 18_000, formattedPrice: '$18.000' },
  event: { id, name: 'Fiesta Lunar' },
  user: { id, name: 'Camila Ferreyra', email: 'c***@previa.example' },
  scan: { scannedAt: '2026-11-29T02:47:08Z', scannedBy: 'Puerta', formattedDate: '28/11/26 23:47' },
  userAssigned: null,
  position: 2,
  ofTotal: 2,
  askForId: false,
  attendanceIndicators,
}

test('an admitted scan says who, what and which of how many', () => {
  const verdict = admittedVerdict(answer, (number) => number)
  expect(verdict).toMatchObject({ word: 'PASA', title: 'Camila Ferreyra' })
  expect(verdict.lines).toEqual(['General · N.º ABCD1234', '23:47:08 · 2.ª persona de 2'])
})

test('a minimum age asks for an ID', () => {
  expect(admittedVerdict({ ...answer, askForId: true }, String).task).toBe('Pedir DNI')
})

test.each(['ticket', 'event', 'user', 'scan'])('an answer without %s is not a success', (part) => {
  expect(readScanResult({ ...answer, [part]: undefined })).toBeNull()
  expect(readScanResult({ ...answer, [part]: null })).toBeNull()
})

test('missing fields inside get their defaults', () => {
  const read = readScanResult({
    ...answer,
    ticket: { id, number: 'ABCD1234', price: 0 },
    event: { id },
    user: { id },
  })
  expect(read).toMatchObject({
    ticket: { type: 'General', formattedPrice: 'Gratis' },
    event: { name: 'Evento' },
    user: { name: 'Usuario' },
  })
})

test('what only our server adds may be missing, and every field of the four parts', () => {
  const { ticket, event, user, scan } = answer
  const bare = readScanResult({ ticket, event, user, scan })
  expect(bare && admittedVerdict(bare, String)).toEqual({
    tone: 'pass',
    word: 'PASA',
    title: 'Camila Ferreyra',
    lines: ['General · N.º ABCD1234', '23:47:08'],
    code: 'admitted',
  })
  const empty = readScanResult({ ticket: {}, event: {}, user: { name: null }, scan: { scannedAt: 'hoy' } })
  expect(empty).toMatchObject({ ticket: { type: 'General', formattedPrice: 'Gratis' }, event: { name: 'Evento' } })
  expect(empty && admittedVerdict(empty, String)).toMatchObject({ title: 'Usuario', lines: ['General'] })
  // A price without its words is no gift.
  expect(readScanResult({ ...answer, ticket: { price: 18_000 } })?.ticket.formattedPrice).toBe('$18.000')
})

test.each([
  [409, 'ticket_already_used'],
  [418, 'unknown_error'],
])('a %i whose code is not known is read by its status', (status, code) => {
  expect(refusedVerdict({ status, code: 'new_code', message: '', details: undefined }).code).toBe(code)
})

test('a used ticket shows when and by whom', () => {
  const verdict = refusedVerdict({
    status: 409,
    code: 'ticket_already_used',
    message: failures.ticket_already_used[1],
    details: {
      previousScan: { scannedAt: '2026-11-29T02:46:51Z', scannedBy: 'Tomás' },
      ticket: { number: 'ABCD1234', type: 'VIP con barra' },
      userAssigned: { id, name: 'Camila Ferreyra' },
    },
  })
  expect(verdict).toMatchObject({ word: 'NO PASA', title: 'El ticket ya fue utilizado' })
  expect(verdict.lines).toEqual(['Camila Ferreyra · VIP con barra', 'Ingresó sáb 28 nov, 23:46:51', 'Escaneó Tomás'])
})

test('only what is wrong with a ticket is NO PASA: no guest pays for our faults', () => {
  const said = (status: number, code: string) =>
    refusedVerdict({ status, code, message: '', details: undefined, retryAfter: undefined })
  for (const [status, code] of [
    [0, 'network'],
    [0, 'client_timeout'],
    [500, 'internal_server_error'],
    [503, 'busy'],
    [503, 'timeout'],
    [502, 'unreadable'],
    [429, 'too_many_requests'],
    [401, 'unauthorized'],
    [401, 'no_token'],
    [403, 'scanner_not_assigned'],
    [403, 'invalid_scanner'],
    [409, 'operation_running'],
  ] as const) {
    expect(said(status, code), code).toMatchObject({ tone: 'wait', word: status === 0 ? 'SIN SEÑAL' : 'ESPERÁ' })
  }
  expect(said(0, 'network').next).toBe('retry')
  expect(said(401, 'unauthorized').next).toBe('signIn')
  expect(said(403, 'scanner_not_assigned').next).toBeUndefined()
  for (const code of ['invalid_qr_code', 'ticket_not_found', 'ticket_inactive', 'ticket_already_used']) {
    expect(said(400, code), code).toMatchObject({ tone: 'refuse', word: 'NO PASA' })
  }
  expect(
    refusedVerdict({ status: 429, code: 'too_many_requests', message: '', details: undefined, retryAfter: 2 }).lines,
  ).toEqual(['No es un problema de quien entra. Reintentá en 2 segundos.'])
})

test('another event has its own word', () => {
  expect(refusedVerdict({ status: 400, code: 'wrong_event_qr', message: '', details: undefined })).toMatchObject({
    word: 'OTRO EVENTO',
    title: 'Este QR pertenece a otro evento',
  })
})

test('an inactive ticket shows the reason', () => {
  expect(
    refusedVerdict({ status: 400, code: 'ticket_inactive', message: '', details: { reason: 'after_hour' } }).lines,
  ).toEqual(['Pasó la hora límite de esta entrada'])
  const lines = (details: object) =>
    refusedVerdict({ status: 400, code: 'ticket_inactive', message: '', details }).lines
  expect(lines({ reason: 'too_early', opensAt: '2026-11-28T20:30:00.000Z' })).toEqual([
    'Todavía no abre la puerta',
    'Abre sáb 28 nov, 17:30',
  ])
  expect(lines({ reason: 'after_hour', validUntil: '2026-11-29T05:00:00.000Z' })).toEqual([
    'Pasó la hora límite de esta entrada',
    'Servía hasta dom 29 nov, 02:00',
  ])
  expect(lines({ reason: 'too_early', opensAt: null })).toEqual(['Todavía no abre la puerta'])
})
