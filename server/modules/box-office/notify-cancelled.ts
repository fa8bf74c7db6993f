import type { App } from '#server/context.ts'
import { defineNotification } from '#server/modules/notifications/notify.ts'
import { cancelledMail, cancelledWhatsapp } from './messages.ts'
import { findCancelled } from './queries.ts'

export const ticketCancelled = defineNotification('box-office.ticket-cancelled', {
  find: (app: App, { ticketId }: { ticketId: string }) => findCancelled(app, ticketId),
  mail: cancelledMail,
  whatsapp: cancelledWhatsapp,
})
