/** A restart of PostgreSQL breaks every idle connection of every pool at once: that is one loss, and one line. */
import type { Clock } from '#server/shared/clock.ts'

const ONE_LOSS_MS = 10_000

/** What pools report broken connections to; those within ten seconds of a line say nothing more. */
export function logLosses(
  log: { warn(facts: object, text: string): void },
  clock: Pick<Clock, 'epochMs'>,
): (error: Error) => void {
  let saidMs = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = clock.epochMs()
    if (now - saidMs < ONE_LOSS_MS) return
    saidMs = now
    log.warn({ err: error }, 'database connection lost')
  }
}
