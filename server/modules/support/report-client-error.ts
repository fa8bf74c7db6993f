/** A failure of the web goes where the server's own go: its log and its counts. Nothing of it is kept in a table. */
import { withoutPersonalData, type reportClientError as reportEndpoint } from '#contract/support-errors.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import type { App } from '#server/context.ts'
import { count } from '#server/shared/counts.ts'

type Report = ParsedInput<typeof reportEndpoint>['body']

export function reportClientError(app: App, { kind, message, screen, build, frames }: Report): void {
  count('web_errors', { kind })
  // Cut once more: what is sent here need not come from our web.
  app.log.warn({ kind, screen, build, frames, reason: withoutPersonalData(message) }, 'the web failed')
}
