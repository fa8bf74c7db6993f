import { reportClientError as reportClientErrorEndpoint } from '#contract/platform/support-errors.ts'
import * as contract from '#contract/platform/support.ts'
import { bind } from '#server/http/bound.ts'
import { reportClientError } from './report-client-error.ts'
import { sendContact } from './send-contact.ts'

export const routes = [
  bind(contract.sendContact, (app, { actor, origin, body }) => sendContact(app, { actor, origin }, body)),
  bind(reportClientErrorEndpoint, async (app, { body }) => reportClientError(app, body)),
]
