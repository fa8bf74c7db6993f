/**
 * The time. The only server file that touches `Date`: everywhere else an instant is an ISO string in UTC with
 * milliseconds, `2026-11-21T04:13:22.123Z`, whose text order is its order in time.
 */

export interface Clock {
  /** The present instant. */
  now(): string
  /** The present instant in milliseconds since 1970, for measuring and for protocols that count so. */
  epochMs(): number
}

/** The machine's clock. */
export function createClock(): Clock {
  return { now: () => new Date().toISOString(), epochMs: () => Date.now() }
}

/** Milliseconds since 1970 of an instant in any ISO spelling; throws RangeError on what is not one. */
export function toEpochMs(instant: string): number {
  const milliseconds = Date.parse(instant)
  if (Number.isNaN(milliseconds)) throw new RangeError(`Not an instant: ${instant}`)
  return milliseconds
}

/** The instant of a number of milliseconds since 1970. */
export function fromEpochMs(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Any ISO spelling, PostgreSQL's text form included, as the house's one spelling; throws RangeError on what is not an instant. */
export function toInstant(text: string): string {
  return fromEpochMs(toEpochMs(text))
}

/** `instant` moved by seconds, which may be negative or fractional. */
export function addSeconds(instant: string, seconds: number): string {
  return fromEpochMs(toEpochMs(instant) + Math.round(seconds * 1000))
}

/** Seconds from `earlier` to `later`; negative when `later` is the earlier one. */
export function secondsBetween(earlier: string, later: string): number {
  return (toEpochMs(later) - toEpochMs(earlier)) / 1000
}

/** Whether `a` comes before `b`, whatever offset each is written in. */
export function isBefore(a: string, b: string): boolean {
  return toEpochMs(a) < toEpochMs(b)
}

/** What a file says of when its parts were made, where the same content is to be the same file: the first moment that a zip can name. */
export const TIMELESS = new Date(Date.UTC(1980, 0, 2))
