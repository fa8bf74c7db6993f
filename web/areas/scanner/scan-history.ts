import { storeJson, readJson } from '#web/lib/device/open-storage.ts'

/** What this door decided, newest first, at most 50 (rule R13.7); kept per event for the tab. */
export interface ScanHistoryEntry {
  readonly id: string
  /** What was decided, in words: a name, or why not. */
  readonly result: string
  readonly timestamp: string
  readonly status: 'admitted' | 'refused' | 'other_event' | 'undecided'
}

export const HISTORY_LIMIT = 50

export function addToHistory(history: readonly ScanHistoryEntry[], entry: ScanHistoryEntry): ScanHistoryEntry[] {
  return [entry, ...history.filter(({ id }) => id !== entry.id)].slice(0, HISTORY_LIMIT)
}

const key = (eventId: string) => `escaneos:${eventId}`

export function readHistory(eventId: string): ScanHistoryEntry[] {
  const kept = readJson(sessionStorage, key(eventId))
  return Array.isArray(kept) ? kept.filter(isEntry).slice(0, HISTORY_LIMIT) : []
}

export function writeHistory(eventId: string, history: readonly ScanHistoryEntry[]): void {
  storeJson(sessionStorage, key(eventId), history)
}

function isEntry(value: unknown): value is ScanHistoryEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'result' in value &&
    'timestamp' in value &&
    'status' in value
  )
}
