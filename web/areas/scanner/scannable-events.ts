import { addDays, fromLocal } from '#contract/values/dates.ts'
import type { ScannerEvent } from '#contract/sales/scanning.ts'

const DAYS_AFTER = 2

/** Events that a door may still open: active, and not more than two days past their date (rule R13.4). */
export function scannableEvents(events: readonly ScannerEvent[], now: string): ScannerEvent[] {
  return events
    .filter(({ isActive, eventDate }) => isActive && (eventDate === null || now <= endOf(eventDate)))
    .sort((a, b) => (a.startDate ?? '9').localeCompare(b.startDate ?? '9'))
}

function endOf(date: string): string {
  return new Date(fromLocal(addDays(date, DAYS_AFTER + 1), '00:00')).toISOString()
}
