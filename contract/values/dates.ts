/**
 * Dates as the wire and the screen write them. Instants are ISO 8601 with offset; the local calendar is always that of
 * Buenos Aires, which has had no daylight saving since 2009, so its offset is a constant −03:00, also in SQL (`local_time`): nothing
 * reads the zone data of a machine, which differ between PostgreSQL and Node.
 */
const OFFSET = '-03:00'
/** Offset of the local clock behind UTC. */
const OFFSET_MS = 3 * 3_600_000

/** The local wall clock of an instant, as `YYYY-MM-DDTHH:mm:ss.sssZ` (its Z means nothing). Throws on what is no date. */
function wallClock(isoInstant: string): string {
  return new Date(Date.parse(isoInstant) - OFFSET_MS).toISOString()
}

/** Local calendar date `YYYY-MM-DD` of an instant. */
export function toLocalDate(isoInstant: string): string {
  return wallClock(isoInstant).slice(0, 10)
}

/** Local wall-clock time `HH:mm` of an instant. */
export function toLocalTime(isoInstant: string): string {
  return wallClock(isoInstant).slice(11, 16)
}

/** The instant of a local date and time in Buenos Aires, as ISO with offset. */
export function fromLocal(date: string, time: string): string {
  return `${date}T${time}:00${OFFSET}`
}

/** Until this hour a night belongs to the date on which it began. */
export const NIGHT_ENDS = '06:00'

/** The local date that a moment's night belongs to. */
export function toNight(isoInstant: string): string {
  const date = toLocalDate(isoInstant)
  return toLocalTime(isoInstant) < NIGHT_ENDS ? addDays(date, -1) : date
}

/** The first instant that belongs to a date: before it is the night of the day before. */
export function firstInstantOfNight(date: string): string {
  return new Date(Date.parse(fromLocal(date, NIGHT_ENDS))).toISOString()
}

/** `date` moved by whole days, as `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whole days from one local date to another; negative backwards, NaN when either is none. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** An instant moved by hours, also by none, in the one spelling (UTC) in which instants compare as text. */
export function addHours(isoInstant: string, hours: number): string {
  return new Date(Date.parse(isoInstant) + hours * 3_600_000).toISOString()
}

/** Milliseconds from one instant to another; negative backwards. */
export function millisecondsBetween(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from)
}

/** The last instant of a local day, in that spelling: instants have milliseconds, and in words it is still that day, at 23:59. */
export function lastInstantOf(date: string): string {
  return new Date(Date.parse(fromLocal(addDays(date, 1), '00:00')) - 1).toISOString()
}

/** The end instant of an event typed as local times: an end at or before the start means the next day (rule R2.2). */
export function endFromLocal(startDate: string, startTime: string, endTime: string): string {
  return fromLocal(endTime <= startTime ? addDays(startDate, 1) : startDate, endTime)
}

// In words by hand: a browser takes tens of milliseconds for its first formatter.
const WEEKDAYS = 'domingo lunes martes miércoles jueves viernes sábado'.split(' ')
const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** The parts of a local day in words. */
function wordsOf(isoInstant: string): { weekday: string; day: number; month: string; year: number } {
  const date = toLocalDate(isoInstant)
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { weekday: WEEKDAYS[weekdayOf(date)] ?? '', day, month: MONTHS[month - 1] ?? '', year }
}

/** `sáb 28 nov`. */
export function formatDay(isoInstant: string): string {
  const { weekday, day, month } = wordsOf(isoInstant)
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, month === 'septiembre' ? 4 : 3)}`
}
/** The same with its year when it is not that of `now`: `sáb 1 ene 2028`. */
export function formatDayAndYear(isoInstant: string, now: string): string {
  const year = toLocalDate(isoInstant).slice(0, 4)
  return formatDay(isoInstant) + (year === toLocalDate(now).slice(0, 4) ? '' : ` ${year}`)
}
/** `23:47:08`, for door histories. */
export function formatTimeWithSeconds(isoInstant: string): string {
  return wallClock(isoInstant).slice(11, 19)
}
/** `sáb 28 nov, 23:30`. */
export function formatMoment(isoInstant: string): string {
  return `${formatDay(isoInstant)}, ${toLocalTime(isoInstant)}`
}
/** `noviembre`. */
export function formatMonth(isoInstant: string): string {
  return wordsOf(isoInstant).month
}
/** `sábado, 28 de noviembre de 2026`. */
export function formatLongDay(isoInstant: string): string {
  const { weekday, day, month, year } = wordsOf(isoInstant)
  return `${weekday}, ${day} de ${month} de ${year}`
}

export const BACKWARD = 'La fecha «hasta» no puede ser anterior a la fecha «desde»'

/** Whether the last day is not before the first; either may be left open. */
export function areInOrder(from: unknown, until: unknown): boolean {
  return typeof from !== 'string' || typeof until !== 'string' || from <= until
}
