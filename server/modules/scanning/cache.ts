/** Attendance, counted about once a second per event and process however many scans ask for it. */
import type { AttendanceIndicators } from '#contract/scanning.ts'
import { perProcess, type App } from '#server/context.ts'
import { countAttendance } from './queries.ts'

/** Figures older than this are not shown any more; whoever asks waits for new ones. */
const STALE_MS = 1000
/** Figures older than this are shown while new ones are counted, so that in a busy hour no scan waits for a count. */
const AGEING_MS = 600

interface Kept {
  atMs: number
  figures: AttendanceIndicators | null
  counting: Promise<AttendanceIndicators> | null
}

/** The event's figures, at most a second old. Whoever asks while they are being counted waits for the same count. */
export async function attendanceOf(app: App, eventId: string): Promise<AttendanceIndicators> {
  const events = perProcess(app, 'scanning.attendance', () => new Map<string, Kept>())
  const nowMs = app.clock.epochMs()
  const kept = events.get(eventId) ?? { atMs: 0, figures: null, counting: null }
  const age = nowMs - kept.atMs
  if (kept.figures && age < AGEING_MS) return kept.figures
  events.set(eventId, kept)
  kept.counting ??= recount(app, eventId, kept, events)
  if (!kept.figures || age >= STALE_MS) return kept.counting
  // Nobody waits for this count: the next one to ask learns what went wrong with it.
  kept.counting.catch(() => {})
  return kept.figures
}

async function recount(
  app: App,
  eventId: string,
  kept: Kept,
  events: Map<string, Kept>,
): Promise<AttendanceIndicators> {
  const startedMs = app.clock.epochMs()
  for (const [id, { atMs, counting }] of events) {
    if (id !== eventId && startedMs - atMs >= STALE_MS && !counting) events.delete(id)
  }
  try {
    kept.figures = await countAttendance(app, eventId)
    kept.atMs = startedMs
    return kept.figures
  } finally {
    kept.counting = null
  }
}
