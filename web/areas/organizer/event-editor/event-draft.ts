/**
 * What was typed in the editor and not saved, kept in the tab per person and event: a closed session, a reload or a wrong
 * click lose nothing. A chosen flyer cannot be kept; that there was one can.
 */
import { keepJson, readJson } from '#web/lib/kept-json.ts'
import type { EventValues } from './event-form.ts'
import { newEvent, newTicketType } from './event-values.ts'

export interface EventDraft {
  values: EventValues
  hadFlyer: boolean
  /** The version of the event that it was typed on; null for a new event. */
  version: number | null
}

/** `eventId` is null for the event that does not exist yet. */
export function draftKey(userId: string, eventId: string | null): string {
  return `evento:${userId}:${eventId ?? 'nuevo'}`
}

/** What was kept, or null when there is nothing that can be read. */
export function readDraft(area: Storage, key: string): EventDraft | null {
  const kept = readJson(area, key)
  if (
    typeof kept !== 'object' ||
    kept === null ||
    !('values' in kept) ||
    typeof kept.values !== 'object' ||
    kept.values === null
  )
    return null
  const types: unknown = 'ticketTypes' in kept.values ? kept.values.ticketTypes : null
  return {
    values: {
      ...like(newEvent, kept.values),
      ticketTypes: Array.isArray(types) ? types.map((type: unknown) => like(newTicketType, type)) : [],
    },
    hadFlyer: 'hadFlyer' in kept && kept.hadFlyer === true,
    version: 'version' in kept && typeof kept.version === 'number' ? kept.version : null,
  }
}

export function keepDraft(area: Storage, key: string, draft: EventDraft): void {
  keepJson(area, key, draft)
}

export function clearDraft(area: Storage, key: string): void {
  area.removeItem(key)
}

/** `shape` with the values of `kept` that have its names and types: drafts outlive versions of the form. */
function like<Shape extends object>(shape: Shape, kept: unknown): Shape {
  if (typeof kept !== 'object' || kept === null) return { ...shape }
  return Object.fromEntries(
    Object.entries(shape).map(([name, value]: [string, unknown]) => {
      const found: unknown = Reflect.get(kept, name)
      return [name, typeof found === typeof value ? found : value]
    }),
  ) as Shape // the same names, with values of the same types
}
