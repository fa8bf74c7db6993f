/** Connections that break: how that reads as an error, and in the log. */
import type { Clock } from '#server/shared/clock.ts'

const ONE_LOSS_MS = 10_000
/** The other end was there and hung up. Another connection may work at once. */
const CUT = new Set(['57P01', '57P02', 'ECONNRESET', 'EPIPE'])
/** PostgreSQL is restarting or unreachable. */
const AWAY = new Set([...CUT, 'ECONNREFUSED', '57P03', '08006', '08003', '08001', '53300'])

/** The last one is what a transaction says whose rollback went nowhere. */
const WORDS = /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/

/** The code that PostgreSQL or the system gives an error; empty for others. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether a connection ended under what it was asked, which may have been committed or not. */
export function isConnectionCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return CUT.has(codeOf(error)) || error.message === 'Connection terminated unexpectedly'
}

/** Whether the database could not be asked or did not answer. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  // The socket of PostgreSQL is missing. Without this check a missing file of ours would read alike.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return AWAY.has(code) || WORDS.test(error.message)
}

/**
 * What pools report broken connections to. A restart of PostgreSQL breaks every idle one of every pool at once: that is one
 * loss, and those within ten seconds of a line say nothing more.
 */
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
