/** What each outcome of a scan says on the full screen (product.md §8, behaviour.md §9). Pure. */
import { formatDay, formatMoment, formatTimeWithSeconds } from '#contract/dates.ts'
import { failures, type FailureCode } from '#contract/failures.ts'
import { scanResult, type ScanResult } from '#contract/scanning.ts'
import { formatPrice } from '#contract/money.ts'

export type VerdictTone = 'pass' | 'refuse' | 'other'

export interface Verdict {
  readonly tone: VerdictTone
  /** The one word that is read at arm's length. */
  readonly word: 'PASA' | 'NO PASA' | 'OTRO EVENTO'
  readonly title: string
  readonly lines: readonly string[]
  /** What is left for the doorman to do, set apart from what is only told. */
  readonly task?: string
  /** `admitted`, or the failure's code. */
  readonly code: string
}

const OFFLINE_TEXT = 'No hay conexión. Acercate a la señal y volvé a intentar.'

/** Why a ticket is inactive, from `details.reason`. */
const REASONS: Readonly<Record<string, string>> = {
  too_early: 'Todavía no abre la puerta',
  too_late: 'La puerta ya cerró',
  after_hour: 'Pasó la hora límite de esta entrada',
  refunded: 'La entrada fue devuelta',
  cancelled: 'La entrada fue cancelada',
  expired: 'La entrada venció',
  event_inactive: 'El evento no está activo',
  wrong_gate: 'Esta entrada ingresa por otra puerta',
}

/** A code for answers without a body: 400 invalid QR, 401 unauthorized, 403 permissions, 404 not found, 409 used, 500 internal. */
export function codeOfStatus(status: number): FailureCode {
  const codes: Readonly<Record<number, FailureCode>> = {
    400: 'invalid_qr_code',
    401: 'unauthorized',
    403: 'insufficient_permissions',
    404: 'ticket_not_found',
    409: 'ticket_already_used',
    500: 'internal_server_error',
  }
  return codes[status] ?? 'unknown_error'
}

/**
 * A scan succeeds only with ticket, event, user and scan in the answer; missing fields inside get their defaults
 * (product.md §4). Null for an invalid answer, which counts as a 500.
 */
export function readScanResult(answer: unknown): ScanResult | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { ticket, event, user, scan, ...rest } = answer as Record<string, Record<string, unknown> | undefined> // checked below
  if (!ticket || !event || !user || !scan) return null
  const price = typeof ticket['price'] === 'number' ? ticket['price'] : 0
  const read = scanResult.safeParse({
    ...rest,
    ticket: {
      ...ticket,
      price,
      type: ticket['type'] || 'General',
      formattedPrice: ticket['formattedPrice'] || formatPrice(price),
    },
    event: { ...event, name: event['name'] || 'Evento' },
    user: { ...user, name: user['name'] || 'Usuario', email: user['email'] ?? '' },
    scan,
  })
  return read.success ? read.data : null
}

/** PASA, with who, what and when. */
export function admittedVerdict(result: ScanResult, ticketNumber: (number: string) => string): Verdict {
  const ofOrder = result.ofTotal > 1 ? ` · ${result.position}.ª persona de ${result.ofTotal}` : ''
  return {
    tone: 'pass',
    word: 'PASA',
    title: result.userAssigned?.name ?? result.user.name,
    lines: [
      `${result.ticket.type} · N.º ${ticketNumber(result.ticket.number)}`,
      `${formatTimeWithSeconds(result.scan.scannedAt)}${ofOrder}`,
    ],
    ...(result.askForId && { task: 'Pedir DNI' }),
    code: 'admitted',
  }
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: unknown
}

/** NO PASA or OTRO EVENTO, with the reason in words. */
export function refusedVerdict({ status, code, message, details }: Refusal): Verdict {
  if (status === 0)
    return { tone: 'refuse', word: 'NO PASA', title: 'Sin señal', lines: [OFFLINE_TEXT], code: 'offline' }
  const known = Object.hasOwn(failures, code) ? (code as FailureCode) : codeOfStatus(status)
  const text = known === code && message ? message : failures[known][1]
  const extra = detailLines(known, details)
  const isOther = known === 'wrong_event_qr'
  return {
    tone: isOther ? 'other' : 'refuse',
    word: isOther ? 'OTRO EVENTO' : 'NO PASA',
    title: text,
    lines: extra,
    code: known,
  }
}

/** When the door opens, or until when the ticket was good: what the person in front of it asks next. */
function inactiveMoment(details: object): string | undefined {
  if ('opensAt' in details && typeof details.opensAt === 'string') return `Abre ${formatMoment(details.opensAt)}`
  if (!('validUntil' in details) || typeof details.validUntil !== 'string') return undefined
  return `Servía hasta ${formatMoment(details.validUntil)}`
}

function detailLines(code: FailureCode, details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  if (code === 'ticket_inactive' && 'reason' in details) {
    return [REASONS[String(details.reason)], inactiveMoment(details)].filter((line) => line !== undefined)
  }
  if (code !== 'ticket_already_used' || !('previousScan' in details)) return []
  const { previousScan } = details
  if (typeof previousScan !== 'object' || previousScan === null || !('scannedAt' in previousScan)) return []
  const at = String(previousScan.scannedAt)
  const by = 'scannedBy' in previousScan ? String(previousScan.scannedBy) : ''
  return [`Ingresó ${formatDay(at)}, ${formatTimeWithSeconds(at)}`, ...(by ? [`Escaneó ${by}`] : [])]
}
