import { fromEpochMs, toEpochMs, type Clock } from '#server/shared/clock.ts'

/** A clock that tests move by hand. */
export interface MovableClock extends Clock {
  set(instant: string): void
  advance(milliseconds: number): void
}

/** A clock that is stopped at `start` until it is moved. */
export function movableClock(start: string): MovableClock {
  let current = toEpochMs(start)
  return {
    now: () => fromEpochMs(current),
    epochMs: () => current,
    set(instant) {
      current = toEpochMs(instant)
    },
    advance(milliseconds) {
      current += milliseconds
    },
  }
}
