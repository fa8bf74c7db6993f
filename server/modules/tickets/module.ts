import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { deliverBatches } from '#server/modules/notifications/deliver-batches.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { forgetDeliveries } from '#server/modules/notifications/store.ts'
import { rules } from './access.ts'
import { composeDelivery } from './delivery/compose-delivery.ts'
import { expireTickets } from './expire-tickets.ts'
import { giveUpTickets } from './give-up-tickets.ts'
import { invariants } from './invariants.ts'
import { sections } from './queries-export.ts'
import { QR_KEY_LABEL } from './issuing/cache.ts'
import { listTicketIds } from './queries.ts'
import { routes } from './routes.ts'
import { notifyGivers, receiverConfirmed, ticketTransferred } from './transfers/notify-givers.ts'

export const tickets: Module = {
  name: 'tickets',
  tables: ['qr_keys', 'tickets', 'expired_events', 'ticket_transfers'],
  sealed: [{ table: 'qr_keys', column: 'private_key_sealed', label: QR_KEY_LABEL }],
  routes,
  rules,
  handlers: {
    // Side by side, so that a mail host that does not answer holds up no WhatsApp message.
    'notifications.deliver': async (app, _payload, stopping) => {
      const deliver = (channel: 'mail' | 'whatsapp') => deliverBatches(app, channel, composeDelivery, stopping)
      await Promise.all([deliver('mail'), deliver('whatsapp')])
    },
    'tickets.expire': (app) => expireTickets(app),
    'tickets.look-for-givers': (app, payload) => notifyGivers(app, payload),
    'tickets.notify': sendNotifications([ticketTransferred, receiverConfirmed]),
  } satisfies HandlersOf<'tickets' | 'notifications'>,
  person: {
    merge: { tickets: 'tickets_move_person' },
    erase: {
      tickets: (app, { userId }) => giveUpTickets(app, userId),
      deliveries: async (app, { userId }) => forgetDeliveries(app, await listTicketIds(app, userId)),
    },
    sections,
  },
  invariants,
}
