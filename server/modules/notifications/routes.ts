import { confirmWhatsappWebhook, receiveWhatsappWebhook } from '#contract/platform/notifications.ts'
import { bind } from '#server/http/bound.ts'
import { confirmSubscription, receiveStatuses } from './receive-statuses.ts'

export const routes = [
  bind(confirmWhatsappWebhook, async (app, { query }) => ({
    contentType: 'text/plain; charset=utf-8',
    bytes: Buffer.from(confirmSubscription(app, query)),
  })),
  bind(receiveWhatsappWebhook, (app, { rawBody, headers, forgive }) =>
    receiveStatuses(app, { rawBody, signature: headers['x-hub-signature-256'], forgive }),
  ),
]
