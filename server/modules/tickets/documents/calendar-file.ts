/** An event as an iCalendar file (RFC 5545): times in UTC, so that no calendar needs to know our time zone. */
import { brand } from '#contract/platform/brand.ts'

export interface CalendarEntry {
  /** The same for all tickets of an event, so that a calendar keeps one entry. */
  readonly id: string
  readonly name: string
  readonly startsAt: string
  /** Null lasts as long as a night does. */
  readonly endsAt: string | null
  readonly place: string
  readonly url: string
  /** Grows with each change: a calendar keeps the copy with the highest. */
  readonly sequence: number
  readonly changedAt: string
  readonly isCancelled: boolean
  readonly now: string
}

const MAX_OCTETS = 75

/** The whole file. */
export function writeCalendar(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${brand.name}//Entradas//ES`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.id}@${brand.name.toLowerCase()}`,
    `DTSTAMP:${utc(entry.now)}`,
    `SEQUENCE:${entry.sequence}`,
    `LAST-MODIFIED:${utc(entry.changedAt)}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTART:${utc(entry.startsAt)}`,
    entry.endsAt ? `DTEND:${utc(entry.endsAt)}` : 'DURATION:PT6H',
    `SUMMARY:${escaped(entry.name)}`,
    `LOCATION:${escaped(entry.place)}`,
    `DESCRIPTION:${escaped(`Tu entrada está en ${brand.name}. ${entry.url}`)}`,
    `URL:${entry.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT3H',
    `DESCRIPTION:${escaped(entry.name)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** `2026-11-29T02:30:00.000Z` → `20261129T023000Z`. */
function utc(instant: string): string {
  return `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')
}

/** Lines longer than 75 octets go on in the next one behind a space; no character is cut in two. */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > MAX_OCTETS) {
      pieces.push(piece)
      piece = ' '
    }
    piece += character
  }
  return [...pieces, piece].join('\r\n')
}
