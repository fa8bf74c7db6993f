/** A failure of the web goes where the server's own go: its log and its counts. Nothing of it is kept in a table. */
import { withoutPersonalData, type reportClientError as reportEndpoint } from '#contract/platform/support-errors.ts'
import type { ParsedInput } from '#contract/api/endpoint.ts'
import type { App } from '#server/context.ts'
import { count } from '#server/shared/counts.ts'

type Report = ParsedInput<typeof reportEndpoint>['body']

const MINUTE_MS = 60_000
/** Lines of a process in a minute. A broken release fails on every phone at once, alike, and callers name their own device. */
export const MOST_LINES = 60

export function reportClientError(app: App, { kind, message, screen, build, frames }: Report): void {
  const minute = app.processCache.once('support.web-errors', () => ({ endsMs: 0, lines: 0, dropped: 0 }))
  if (app.clock.epochMs() >= minute.endsMs) {
    if (minute.dropped > 0) app.log.warn({ dropped: minute.dropped }, 'failures of the web were not logged')
    Object.assign(minute, { endsMs: app.clock.epochMs() + MINUTE_MS, lines: 0, dropped: 0 })
  }
  const isLogged = minute.lines < MOST_LINES
  count('web_errors', { kind, result: isLogged ? 'logged' : 'dropped' })
  if (!isLogged) {
    minute.dropped += 1
    return
  }
  minute.lines += 1
  // Cut once more: what is sent here need not come from our web.
  app.log.warn({ kind, screen, build, frames, reason: withoutPersonalData(message) }, 'the web failed')
}
