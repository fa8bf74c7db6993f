import type { JobHandlers } from '#server/jobs/queue.ts'
import { deliverPackets } from '#server/modules/notifications/deliver-packets.ts'
import { composeDelivery } from './compose-delivery.ts'
import { expireTickets } from './expire-tickets.ts'
import { tellTransfer } from './tell-transfer.ts'

export const handlers: JobHandlers = {
  // Side by side, so that a mail host that does not answer holds up no WhatsApp message.
  'notifications.deliver': async (app) => {
    await Promise.all([deliverPackets(app, 'mail', composeDelivery), deliverPackets(app, 'whatsapp', composeDelivery)])
  },
  'tickets.expire': (app) => expireTickets(app),
  'tickets.tell-transfer': (app, payload) => tellTransfer(app, payload),
}
