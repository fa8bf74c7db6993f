/** Reports this program's failures to the server's log. */
import type { ClientErrorKind } from '#contract/platform/support-errors.ts'
import { isApiFailure } from '#web/api/api-failure.ts'

/** What fails once fails at every drawing: more of one page load says nothing new. */
const MOST = 5
const reported = new Set<string>()

/** Each failure once; what the server refused is in its own log already. */
export function reportError(error: unknown, kind: ClientErrorKind, pathname: string): void {
  const mark = String(error)
  if (isAnswer(error) || reported.has(mark) || reported.size >= MOST) return
  reported.add(mark)
  void import('./error-report.ts')
    .then(({ sendReport }) => sendReport(error, kind, pathname))
    // Without network no report arrives, and a failed report is not reported.
    .catch(() => undefined)
}

function isAnswer(error: unknown): boolean {
  return isApiFailure(error) || (typeof error === 'object' && error !== null && 'status' in error)
}

/** What fails outside of any screen's drawing: handlers, timers, promises without an await. */
export function reportWindowErrors(): void {
  const report = (error: unknown) => reportError(error, 'window', window.location.pathname)
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
