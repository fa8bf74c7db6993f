/**
 * Dates as the wire and the screen write them. Instants are ISO 8601 with offset; the local calendar is always that of
 * Buenos Aires, which has had no daylight saving since 2009, so its offset is a constant −03:00.
 */
import * as z from 'zod/mini'

export const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const OFFSET = '-03:00'

export const instant = z.iso.datetime({ offset: true, error: 'La fecha no es válida' })
export const localDate = z.iso.date({ error: 'La fecha no es válida' })
export const localTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'La hora no es válida'))

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function localParts(isoInstant: string): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(isoInstant)).map((part) => [part.type, part.value]))
}

/** Local calendar date `YYYY-MM-DD` of an instant. */
export function toLocalDate(isoInstant: string): string {
  const { year, month, day } = localParts(isoInstant)
  return `${year}-${month}-${day}`
}

/** Local wall-clock time `HH:mm` of an instant. */
export function toLocalTime(isoInstant: string): string {
  const { hour, minute } = localParts(isoInstant)
  return `${hour}:${minute}`
}

/** The instant of a local date and time in Buenos Aires, as ISO with offset. */
export function fromLocal(date: string, time: string): string {
  return `${date}T${time}:00${OFFSET}`
}

/** `date` moved by whole days, as `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The end instant of an event typed as local times: an end at or before the start means the next day (behaviour.md §0). */
export function endFromLocal(startDate: string, startTime: string, endTime: string): string {
  return fromLocal(endTime <= startTime ? addDays(startDate, 1) : startDate, endTime)
}

const shown = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('es-AR', { timeZone: TIME_ZONE, hourCycle: 'h23', ...options })
  return (isoInstant: string) => format.format(new Date(isoInstant)).replaceAll('.', '')
}

const weekday = shown({ weekday: 'short' })
const dayAndMonth = shown({ day: 'numeric', month: 'short' })
const clock = shown({ hour: '2-digit', minute: '2-digit' })
const clockSeconds = shown({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** `sáb 28 nov`. */
export function formatDay(isoInstant: string): string {
  return `${weekday(isoInstant)} ${dayAndMonth(isoInstant)}`.replaceAll(' de ', ' ').replaceAll('-', ' ')
}
/** `23:30`. */
export const formatTime = clock
/** `23:47:08`, for door histories. */
export const formatTimeWithSeconds = clockSeconds
/** `sáb 28 nov, 23:30`. */
export function formatMoment(isoInstant: string): string {
  return `${formatDay(isoInstant)}, ${clock(isoInstant)}`
}
/** `sábado, 28 de noviembre de 2026`. */
export const formatLongDay = shown({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
