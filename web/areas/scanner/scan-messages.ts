/** What each outcome of a scan says on the full screen (rule R13.1). Pure. */
import { formatDay, formatMoment, formatTimeWithSeconds } from '#contract/values/dates.ts'
import { failures, type FailureCode } from '#contract/api/failures.ts'
import { scanResult, type ScanResult, type UsedTicket } from '#contract/sales/scanning.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { whenAgain } from '#web/lib/waiting-time.ts'

/** `wait`: nothing was decided about the guest, for a reason that is ours. */
export type VerdictTone = 'pass' | 'refuse' | 'other' | 'wait'

export interface Verdict {
  readonly tone: VerdictTone
  /** The one word that is read at arm's length. */
  readonly word: 'PASA' | 'NO PASA' | 'OTRO EVENTO' | 'SIN SEÑAL' | 'ESPERÁ'
  readonly title: string
  readonly lines: readonly string[]
  /** The doorman's next step, set apart from the information. */
  readonly task?: string
  /** The way on when nothing was decided: the same scan again, or signing in first. */
  readonly next?: 'retry' | 'signIn'
  /** `admitted`, or the failure's code. */
  readonly code: string
}

/** Faults of a ticket. Any other failure is ours or the doorman's, and shows no NO PASA. */
const REFUSALS: ReadonlySet<FailureCode> = new Set([
  'invalid_qr_code',
  'ticket_not_found',
  'ticket_inactive',
  'ticket_already_used',
])
/** Failures that a retry does not change. */
const NOT_BY_TRYING: ReadonlySet<FailureCode> = new Set([
  'invalid_scanner',
  'insufficient_permissions',
  'scanner_not_assigned',
])

/** Why a ticket is inactive, from `details.reason`. */
const REASONS: Readonly<Record<string, string>> = {
  too_early: 'Todavía no abre la puerta',
  too_late: 'La puerta ya cerró',
  after_hour: 'Pasó la hora límite de esta entrada',
  refunded: 'La entrada fue devuelta',
  cancelled: 'La entrada fue cancelada',
  expired: 'La entrada venció',
  suspended: 'Su plata se está devolviendo o está en disputa',
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
 * (rule R13.6). Null for an invalid answer, which counts as a 500.
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
      formattedPrice: ticket['formattedPrice'] || formatPrice(toCents(price)),
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
  /** Seconds, when the server said how long to wait. */
  readonly retryAfter?: number | undefined
}

/** NO PASA or OTRO EVENTO with the reason in words; SIN SEÑAL or ESPERÁ where nothing could be decided. */
export function refusedVerdict({ status, code, message, details, retryAfter }: Refusal): Verdict {
  if (status === 0)
    return {
      tone: 'wait',
      word: 'SIN SEÑAL',
      title: 'No pudimos validar la entrada',
      lines: ['No es un problema de quien entra: acercate a la señal y reintentá.'],
      next: 'retry',
      code: 'offline',
    }
  const known = Object.hasOwn(failures, code) ? (code as FailureCode) : codeOfStatus(status)
  const title = known === code && message ? message : failures[known][1]
  if (known === 'wrong_event_qr') return { tone: 'other', word: 'OTRO EVENTO', title, lines: [], code: known }
  if (REFUSALS.has(known))
    return { tone: 'refuse', word: 'NO PASA', title, lines: detailLines(known, details), code: known }
  if (status === 401)
    return { tone: 'wait', word: 'ESPERÁ', title, lines: [NOT_THE_GUEST], next: 'signIn', code: known }
  if (NOT_BY_TRYING.has(known))
    return { tone: 'wait', word: 'ESPERÁ', title, lines: [NOT_THE_GUEST, 'Avisale a quien organiza.'], code: known }
  const wait = retryAfter === undefined ? 'Reintentá.' : `Reintentá ${whenAgain(retryAfter)}.`
  return { tone: 'wait', word: 'ESPERÁ', title, lines: [`${NOT_THE_GUEST} ${wait}`], next: 'retry', code: known }
}

const NOT_THE_GUEST = 'No es un problema de quien entra.'

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
  return code === 'ticket_already_used' ? usedLines(details) : []
}

/** `Camila Ferreyra · General`, `Ingresó sáb 28 nov, 23:46:51`, `Escaneó Tomás`. */
function usedLines(details: object): string[] {
  const { previousScan, ticket, userAssigned } = details as Partial<UsedTicket> // each part is looked at before it is used
  const whose = [userAssigned?.name, ticket?.type].filter(Boolean).join(' · ')
  if (!previousScan?.scannedAt) return whose ? [whose] : []
  const { scannedAt, scannedBy } = previousScan
  const at = `${formatDay(scannedAt)}, ${formatTimeWithSeconds(scannedAt)}`
  return [whose, `Ingresó ${at}`, scannedBy && `Escaneó ${scannedBy}`].filter((line) => line !== '')
}
