/** One attempt at the door: it goes in, or the first reason in the order of rule R13.1 why not. */
import { formatDay, formatTimeWithSeconds } from '#contract/values/dates.ts'
import { formatPrice, toPesos } from '#contract/values/money.ts'
import { maskMail } from '#contract/values/phone.ts'
import type { ScanResult, UsedTicket } from '#contract/sales/scanning.ts'
import { perProcess, type App } from '#server/context.ts'
import { brokenConstraint } from '#server/db/constraints.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { count } from '#server/shared/counts.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange, type TopicKey } from '#server/shared/publish-change.ts'
import { newId } from '#server/shared/ids.ts'
import { readAttempt, type ScanCall } from './attempt.ts'
import { attendanceOf } from './cache.ts'
import { isOfClosedAccount } from './queries.ts'
import { admitAttempts, type JudgedAttempt, type Outcome } from './store.ts'

const MAX_BATCH = 100
const MAX_QUEUE = 2000

export interface Scan extends ScanCall {
  readonly origin: RequestOrigin
  /** The Authorization header as it came. */
  readonly authorization: string | undefined
}

/**
 * Admits a ticket once, however many scan it at the same time, and stores the attempt. Repeated with the same nonce it is
 * the same success. Throws the codes of the door; `ticket_already_used` carries the earlier scan, `ticket_inactive` the reason.
 */
export async function scanTicket(app: App, actor: Actor | null, scan: Scan): Promise<ScanResult> {
  const attempt = readAttempt(scan)
  if (!attempt) throw new Failure('missing_required_fields')
  if (!actor) throw await refuseStranger(app, scan.authorization)
  const outcome = await batcherOf(app).add({
    ...attempt,
    scanId: newId(),
    scannerId: actor.userId,
    hasRole: hasDoorRole(actor),
    ip: scan.origin.ip,
    requestId: scan.origin.requestId,
  })
  count('scans', { result: outcome.result })
  if (outcome.result !== 'admitted') throw new Failure(outcome.result, detailsOf(outcome))
  return answerOf(app, outcome)
}

/**
 * Scanners and organizers; the finance role of a company reads and refunds, nothing else (rule R7.1). The legal
 * account may do only what names it (rule R5.7), whatever else the person is.
 */
function hasDoorRole({ roles, companyRole }: Actor): boolean {
  if (roles.includes('legal')) return false
  return roles.includes('SCANNER') || (roles.includes('ORGANIZATOR') && companyRole !== 'finance')
}

async function refuseStranger(app: App, authorization: string | undefined): Promise<Failure> {
  if (authorization === undefined) return new Failure('no_token')
  const token = authorization.replace(/^Bearer\s+/, '').trim()
  return new Failure((await isOfClosedAccount(app, token)) ? 'invalid_scanner' : 'unauthorized')
}

function batcherOf(app: App): Batcher<JudgedAttempt, Outcome> {
  return perProcess(app, 'scanning.attempts', () =>
    createBatcher<JudgedAttempt, Outcome>({
      async run(attempts) {
        const outcomes = await admitAttempts(app.reserved.door, attempts)
        publishChange(app.bus, outcomes.flatMap(changedBy))
        return outcomes
      },
      maxSize: MAX_BATCH,
      maxQueue: MAX_QUEUE,
      // The database refused and rolled back; when it is away, each scan would wait for its own timeout.
      retryAlone: (error) => brokenConstraint(error) !== null || isDeadlock(error),
    }),
  )
}

/** The topic of those who count at the door, and that of the holder, whose ticket is used now. */
function changedBy({ result, eventId, holderId }: Outcome): TopicKey[] {
  if (result !== 'admitted' || !eventId) return []
  return holderId ? [`door:${eventId}`, `account:${holderId}`] : [`door:${eventId}`]
}

const DEADLOCK = '40P01'

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK
}

function detailsOf(outcome: Outcome): unknown {
  if (outcome.result === 'ticket_already_used' && outcome.scannedAt) return usedTicketOf(outcome, outcome.scannedAt)
  if (outcome.result !== 'ticket_inactive') return undefined
  const { reason, opensAt, validUntil } = outcome
  if (reason === 'too_early') return { reason, opensAt }
  return reason === 'after_hour' ? { reason, validUntil } : { reason }
}

/** What the doorman reports to the person at the gate: whose ticket came in, when and past whom. */
function usedTicketOf({ number, typeName, holderId, holderName, scannedBy }: Outcome, scannedAt: string): UsedTicket {
  return {
    previousScan: scanOf(scannedAt, scannedBy),
    ticket: { number: number ?? '', type: typeName ?? 'General' },
    userAssigned: holderId && holderName ? { id: holderId, name: holderName } : null,
  }
}

function scanOf(scannedAt: string, scannedBy: string | null) {
  const formattedDate = `${formatDay(scannedAt)}, ${formatTimeWithSeconds(scannedAt)}`
  return { scannedAt, scannedBy: scannedBy ?? 'Usuario', formattedDate }
}

async function answerOf(app: App, outcome: Outcome): Promise<ScanResult> {
  const { ticketId, number, typeName, priceCents, position, eventId, eventName, holderId, holderName, scannedAt } =
    outcome
  // An answer without ticket, event, person or scan would be an invalid one (rule R13.6).
  if (!ticketId || !number || !typeName || !eventId || !eventName || !holderId || !holderName || !scannedAt) {
    throw new Failure('internal_server_error')
  }
  const cents = priceCents ?? 0
  return {
    scanId: outcome.scanId,
    ticket: { id: ticketId, number, type: typeName, price: toPesos(cents), formattedPrice: formatPrice(cents) },
    event: { id: eventId, name: eventName },
    user: { id: holderId, name: holderName, email: maskMail(outcome.holderMail ?? '') },
    scan: scanOf(scannedAt, outcome.scannedBy),
    userAssigned: { id: holderId, name: holderName },
    position: position ?? 1,
    ofTotal: outcome.ofTotal,
    askForId: (outcome.minimumAge ?? 0) > 0,
    attendanceIndicators: await attendanceOf(app, eventId),
  }
}
