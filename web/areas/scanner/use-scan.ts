import { useCallback, useRef, useState } from 'react'
import { getAttendance, scanTicket } from '#contract/sales/scanning.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { ApiFailure, isApiFailure } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { endpointKey, queryClient } from '#web/api/query.ts'
import { nowInstant } from '#web/lib/clock.ts'
import { randomId } from '#web/lib/random-id.ts'
import { giveFeedback } from './feedback.ts'
import { addToHistory, readHistory, writeHistory, type ScanHistoryEntry } from './scan-history.ts'
import type { ScanInput } from './scan-input.ts'
import { admittedVerdict, readScanResult, refusedVerdict, type ReadScan, type Verdict } from './scan-messages.ts'

/** A lost answer is asked for again with the same nonce: the same scan, never a second one. */
const TRIES = 3

/** One scan, however often it is tried. */
type Scan = ScanInput & { readonly nonce: string }

/** Scans of one event: the verdict now on screen, and what was decided before. */
export function useScan(eventId: string) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [history, setHistory] = useState<readonly ScanHistoryEntry[]>(() => readHistory(eventId))
  const [isAsking, setAsking] = useState(false)
  const isBusy = useRef(false)
  /** Scans without an answer, by code. Each may have let a guest in, so a retry repeats the same scan. */
  const undecided = useRef(new Map<string, Scan>())
  const last = useRef<Scan | null>(null)
  // A stable function: a render while a verdict is shown must not restart its timer.
  const dismiss = useCallback(() => setVerdict(null), [])

  const run = useCallback(
    async (asked: Scan) => {
      if (isBusy.current) return
      isBusy.current = true
      setAsking(true)
      // Whatever happens, the next person can be scanned.
      const decided = await decide(eventId, asked).finally(() => {
        isBusy.current = false
        setAsking(false)
      })
      if (decided.tone === 'wait') undecided.current.set(keyOf(asked), asked)
      else undecided.current.delete(keyOf(asked))
      last.current = decided.next === undefined ? null : asked
      setVerdict(decided)
      giveFeedback(decided.tone)
      setHistory((before) => {
        const after = addToHistory(before, entryOf(decided, asked.nonce))
        writeHistory(eventId, after)
        return after
      })
    },
    [eventId],
  )
  const scan = (input: ScanInput) => run(undecided.current.get(keyOf(input)) ?? { ...input, nonce: randomId() })
  const retry = useCallback(() => {
    if (last.current) void run(last.current)
  }, [run])
  return { verdict, history, isAsking, scan, retry, dismiss }
}

const keyOf = ({ ticketId, code }: ScanInput) => `${ticketId} ${code ?? ''}`

async function decide(eventId: string, input: Scan): Promise<Verdict> {
  try {
    const result = await ask(eventId, input)
    const attendance = endpointKey(getAttendance, { params: { id: eventId } })
    // A read that is on its way may have been counted before this scan.
    await queryClient.cancelQueries({ queryKey: attendance })
    if (result.attendanceIndicators) queryClient.setQueryData(attendance, result.attendanceIndicators)
    return admittedVerdict(result, formatTicketNumber)
  } catch (error) {
    if (isApiFailure(error)) return refusedVerdict(error)
    // A fault of ours: the doorman is told to try again, and the server's log why.
    reportError(error)
    return refusedVerdict(new ApiFailure({ status: 500, code: 'internal_server_error', message: '' }))
  }
}

async function ask(eventId: string, { ticketId, code, via, nonce }: Scan): Promise<ReadScan> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await call(scanTicket, {
        params: { ticketId },
        body: { eventId, via, nonce, ...(code && { code }) },
      })
      const result = readScanResult(answer)
      if (result) return result
      throw invalidAnswer()
    } catch (error) {
      if (isApiFailure(error, 'unreadable')) throw invalidAnswer()
      const isLost = isApiFailure(error, 'network', 'client_timeout')
      if (!isLost || attempt === TRIES || !navigator.onLine) throw error
    }
  }
}

/** Rule R13.6. */
const invalidAnswer = () => new ApiFailure({ status: 500, code: 'internal_server_error', message: '' })

/** One row a scan: what was undecided at first gives way to what was decided then. */
function entryOf(verdict: Verdict, id: string): ScanHistoryEntry {
  const kind = verdict.tone === 'pass' ? verdict.lines[0]?.split(' · ')[0] : undefined
  return {
    id,
    result: kind && kind !== 'General' ? `${verdict.title} · ${kind}` : verdict.title,
    timestamp: nowInstant(),
    status: STATUSES[verdict.tone],
  }
}

const STATUSES: Readonly<Record<Verdict['tone'], ScanHistoryEntry['status']>> = {
  pass: 'admitted',
  refuse: 'refused',
  other: 'other_event',
  wait: 'undecided',
}
