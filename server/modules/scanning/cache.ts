/** Attendance, counted about once a second per event and process however many scans ask for it. */
import type { AttendanceIndicators } from '#contract/sales/scanning.ts'
import type { App } from '#server/context.ts'
import { countAttendance } from './queries.ts'

/** Figures older than this are not shown any more; a caller waits for new ones. */
const STALE_MS = 1000
/** Figures older than this are shown while new ones are counted, so that in a busy hour no scan waits for a count. */
const AGEING_MS = 600
const FORGET_MS = 60_000
/** Some 1,000 doors. */
const MAX_BYTES = 1024 * 1024
/** Some ten numbers, and the promise of the next ones. */
const FIGURES_BYTES = 600

interface CachedFigures {
  atMs: number
  figures: AttendanceIndicators | null
  counting: Promise<AttendanceIndicators> | null
}

/** The event's figures, at most a second old. Callers that ask while they are being counted wait for the same count. */
export async function attendanceOf(app: App, eventId: string): Promise<AttendanceIndicators> {
  const events = app.processCache.cache<CachedFigures>({
    name: 'scanning.attendance',
    maxBytes: MAX_BYTES,
    ttlMs: FORGET_MS,
    sizeOf: () => FIGURES_BYTES,
  })
  const nowMs = app.clock.epochMs()
  const kept = events.get(eventId) ?? { atMs: 0, figures: null, counting: null }
  const age = nowMs - kept.atMs
  if (kept.figures && age < AGEING_MS) return kept.figures
  events.set(eventId, kept)
  kept.counting ??= recount(app, eventId, kept)
  if (!kept.figures || age >= STALE_MS) return kept.counting
  // No caller waits for this count: the next caller gets its error.
  kept.counting.catch(() => {})
  return kept.figures
}

async function recount(app: App, eventId: string, kept: CachedFigures): Promise<AttendanceIndicators> {
  const startedMs = app.clock.epochMs()
  try {
    kept.figures = await countAttendance(app, eventId)
    kept.atMs = startedMs
    return kept.figures
  } finally {
    kept.counting = null
  }
}
