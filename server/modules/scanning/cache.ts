/** Attendance, counted at most once a second per event and process however many scans ask for it. */
import type { AttendanceIndicators } from '#contract/scanning.ts'
import { perProcess, type App } from '#server/context.ts'
import { countAttendance } from './queries.ts'

const FRESH_MS = 1000

interface Counted {
  readonly atMs: number
  readonly figures: Promise<AttendanceIndicators>
}

/** The event's figures, at most a second old. Whoever asks while they are being counted waits for the same count. */
export async function attendanceOf(app: App, eventId: string): Promise<AttendanceIndicators> {
  const counted = perProcess(app, 'scanning.attendance', () => new Map<string, Counted>())
  const nowMs = app.clock.epochMs()
  const known = counted.get(eventId)
  if (known && nowMs - known.atMs < FRESH_MS) return known.figures
  for (const [id, { atMs }] of counted) if (nowMs - atMs >= FRESH_MS) counted.delete(id)
  const figures = countAttendance(app, eventId)
  counted.set(eventId, { atMs: nowMs, figures })
  figures.catch(() => counted.delete(eventId))
  return figures
}
