/** Notifies a person of what was decided about their request. */
import type { App, Tx } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { decisionMail, decisionWhatsapp } from './messages.ts'
import { findDecision } from './queries.ts'

export const requestDecided = defineNotification('onboarding.request-decided', {
  find: (app: App, { requestId }: { requestId: string }) => findDecision(app, requestId),
  mail: decisionMail,
  whatsapp: decisionWhatsapp,
})

export async function notifyDecision(app: Tx, requestId: string): Promise<void> {
  await notify(app, requestDecided, { requestId }, requestId)
}
