/** The door. Codes, statuses and their order: docs/rules.md, R13. */
import * as z from 'zod/mini'
import { instant, localDate } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { opaque } from '#contract/values/text.ts'

export const scannerEvent = z.object({
  eventId: z.uuid(),
  /** The integer number that codes carry. */
  eventNumber: z.int(),
  eventName: z.string(),
  eventDescription: z.string(),
  eventDate: z.nullable(localDate),
  eventAddress: z.string(),
  startDate: z.nullable(instant),
  isActive: z.boolean(),
})
export type ScannerEvent = z.infer<typeof scannerEvent>

export const getScannerEvents = endpoint({
  method: 'GET',
  path: '/api/v1/event/scanner/my-events',
  summary: 'Los eventos que una persona puede escanear',
  access: { roles: ['SCANNER', 'ORGANIZATOR', 'godAdmin'] },
  whileImpersonating: 'read',
  response: z.object({ data: z.object({ events: z.array(scannerEvent) }) }),
  fallback: 'Error al cargar eventos',
  failures: [],
})

export const attendanceIndicators = z.object({
  total: z.int(),
  scanned: z.int(),
  notScanned: z.int(),
  /** Share of arrived tickets, 0–100 with one decimal. */
  rate: z.number(),
  byType: z.array(z.object({ type: z.string(), total: z.int(), scanned: z.int() })),
  /** Admissions of the last 15 minutes, one figure per minute, oldest first. */
  lastMinutes: z.array(z.int()),
})
export type AttendanceIndicators = z.infer<typeof attendanceIndicators>

export const getAttendance = endpoint({
  method: 'GET',
  path: '/api/v1/event/scanner/{id}/attendance',
  summary: 'Cuánta gente entró, en vivo (hasta un segundo de atraso)',
  access: { roles: ['SCANNER', 'ORGANIZATOR', 'godAdmin'], object: { rule: 'scannableEvent', from: 'params.id' } },
  whileImpersonating: 'read',
  live: { topic: 'door', of: 'params.id' },
  params: z.object({ id: idOf('event') }),
  response: attendanceIndicators,
  failures: ['event_not_found'],
})

const scanMark = z.object({ scannedAt: instant, scannedBy: z.string(), formattedDate: z.string() })

export const scanResult = z.object({
  scanId: z.uuid(),
  ticket: z.object({ id: z.guid(), number: z.string(), type: z.string(), price: pesos, formattedPrice: z.string() }),
  event: z.object({ id: z.uuid(), name: z.string() }),
  user: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  scan: scanMark,
  userAssigned: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** Place of this ticket in its order: «2.ª persona de 2». */
  position: z.int(),
  ofTotal: z.int(),
  /** Set when the event asks the door to look at an ID (rule R8.6). */
  askForId: z.boolean(),
  attendanceIndicators,
})
export type ScanResult = z.infer<typeof scanResult>

/** `details.reason` of `ticket_inactive`; `wrong_gate` comes with gates. */
const INACTIVE_REASONS = [
  'refunded',
  'cancelled',
  'expired',
  'suspended',
  'event_inactive',
  'too_early',
  'too_late',
  'after_hour',
  'wrong_gate',
] as const
/** `details` of `ticket_inactive`: also when the door opens, or until when the ticket was good. */
export const inactiveTicket = z.object({
  reason: z.enum(INACTIVE_REASONS),
  opensAt: z.optional(z.nullable(instant)),
  validUntil: z.optional(z.nullable(instant)),
})

/** `details` of `ticket_already_used`: whose ticket it was, and which scan let it in. */
export const usedTicket = z.object({
  previousScan: scanMark,
  ticket: z.object({ number: z.string(), type: z.string() }),
  userAssigned: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
})
export type UsedTicket = z.infer<typeof usedTicket>

const scan = {
  method: 'POST',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 10, seconds: 1 },
  audit: 'ticket.scan',
  response: scanResult,
  failures: [
    'missing_required_fields',
    'unauthorized',
    'no_token',
    'invalid_scanner',
    'insufficient_permissions',
    'scanner_not_assigned',
    'invalid_qr_code',
    'ticket_not_found',
    'wrong_event_qr',
    'ticket_inactive',
    'ticket_already_used',
    /** The nonce of another ticket's scan. */
    'idempotency_mismatch',
    'internal_server_error',
  ],
  /** Never the end of a session: one bad QR must not sign the doorman out. */
  silent: {
    400: 'invalid_qr_code',
    401: 'unauthorized',
    403: 'insufficient_permissions',
    404: 'ticket_not_found',
    409: 'ticket_already_used',
    500: 'internal_server_error',
  },
} as const

const scanBody = z.looseObject({
  eventId: z.optional(idOf('event', z.unknown())),
  /** The whole text of the QR; required to admit by `qr`. */
  code: z.optional(z.unknown()),
  /** Makes a repeated call the same scan. */
  nonce: z.optional(z.unknown()),
  via: z.optional(z.unknown()),
})

/**
 * Admits a ticket once. The door's checks answer their own codes in their own order, so roles, ids and body are judged by
 * the use case: the declaration lets every caller through to it.
 */
export const scanTicket = endpoint({
  ...scan,
  path: '/api/v1/ticket/scan-qr/{ticketId}',
  summary: 'Escanea una entrada en la puerta',
  params: z.object({ ticketId: idOf('ticket', opaque({ max: 200 })) }),
  body: scanBody,
})

/** The same address with nothing after its last slash: the door answers that it needs a ticket, in its own words. */
export const scanNothing = endpoint({
  ...scan,
  path: '/api/v1/ticket/scan-qr',
  summary: 'Un escaneo sin entrada: responde qué falta',
  body: scanBody,
})
