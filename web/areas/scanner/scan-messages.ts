/** What each outcome of a scan says on the full screen (rule R13.1). Pure. */
import * as z from 'zod/mini'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { formatDay, formatMoment, formatTimeWithSeconds } from '#contract/values/dates.ts'
import { failures, type FailureCode } from '#contract/api/failures.ts'
import { attendanceIndicators, scanTicket, type UsedTicket } from '#contract/sales/scanning.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { pesos } from '#contract/values/money-schemas.ts'
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

/** For an answer whose code is not known here: by its status, as for one without a body. */
const CODES: NonNullable<EndpointSpec['silent']> = scanTicket.silent

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

const text = (otherwise: string) => z._default(z.catch(z.string().check(z.minLength(1)), otherwise), otherwise)
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

/** What a verdict reads of an answer: its four parts, of which every field has a default (rule R13.6), and what only our server adds. */
const readResult = z.object({
  ticket: z.pipe(
    z.object({ number: text(''), type: text('General'), price: maybe(pesos), formattedPrice: text('') }),
    z.transform(({ price, formattedPrice, ...ticket }) => ({
      ...ticket,
      formattedPrice: formattedPrice || (price ? formatPrice(toCents(price)) : 'Gratis'),
    })),
  ),
  event: z.object({ name: text('Evento') }),
  user: z.object({ name: text('Usuario') }),
  scan: z.object({ scannedAt: maybe(instant) }),
  userAssigned: maybe(z.nullable(z.object({ name: text('Usuario') }))),
  position: maybe(z.int()),
  ofTotal: maybe(z.int()),
  askForId: maybe(z.boolean()),
  attendanceIndicators: maybe(attendanceIndicators),
})
export type ReadScan = z.output<typeof readResult>

/** Null for an answer without ticket, event, user or scan, which counts as a 500 (rule R13.6). */
export function readScanResult(answer: unknown): ReadScan | null {
  return readResult.safeParse(answer).data ?? null
}

/** PASA, with who, what and when. */
export function admittedVerdict(result: ReadScan, ticketNumber: (number: string) => string): Verdict {
  const { ticket, user, scan, userAssigned, position, ofTotal = 1, askForId } = result
  const ofOrder = ofTotal > 1 && position !== undefined && `${position}.ª persona de ${ofTotal}`
  const lines = [
    [ticket.type, ticket.number && `N.º ${ticketNumber(ticket.number)}`],
    [scan.scannedAt && formatTimeWithSeconds(scan.scannedAt), ofOrder],
  ].map((parts) => parts.filter(Boolean).join(' · '))
  return {
    tone: 'pass',
    word: 'PASA',
    title: userAssigned?.name ?? user.name,
    lines: lines.filter((line) => line !== ''),
    ...(askForId && { task: 'Pedir DNI' }),
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
  const known = Object.hasOwn(failures, code) ? (code as FailureCode) : (CODES[status] ?? 'unknown_error')
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
