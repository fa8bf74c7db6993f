import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { rules } from './access.ts'
import { forgetIdleGuests } from './guests/forget-idle-guests.ts'
import { endSale } from './holds/end-sale.ts'
import { expireOrders } from './holds/expire-orders.ts'
import { applyNotifications } from './incoming-payments/apply-notifications.ts'
import { paymentReturned } from './incoming-payments/notify-returned-payment.ts'
import { reconcileOrders } from './incoming-payments/reconcile-orders.ts'
import { searchCollectors } from './incoming-payments/search-collectors.ts'
import { invariants } from './invariants.ts'
import { pages } from './page.ts'
import { countAwaitedOrders, findLastPaymentAt } from './queries-accounts.ts'
import { listUnproved } from './queries.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { clearDevices, clearGuestNames } from './store.ts'

export const checkout: Module = {
  name: 'checkout',
  tables: ['orders', 'order_lines', 'guest_contacts'],
  routes,
  pages,
  rules,
  handlers: {
    'checkout.apply-notifications': (app, _payload, stopping) => applyNotifications(app, stopping),
    'checkout.expire-orders': async (app) => {
      await expireOrders(app)
    },
    'checkout.reconcile': (app) => reconcileOrders(app),
    'checkout.end-sale': (app, { eventId }) => endSale(app, eventId),
    'checkout.forget-guests': (app, _payload, stopping) => forgetIdleGuests(app, stopping),
    'checkout.search-collectors': (app, _payload, stopping) => searchCollectors(app, stopping),
    'checkout.notify': sendNotifications([paymentReturned]),
  } satisfies HandlersOf<'checkout'>,
  person: {
    mergeFirst: { orders: 'checkout_move_person', broughtOrders: 'checkout_move_promoter' },
    erase: {
      devices: (app, { userId }) => clearDevices(app, userId),
      'names of orders': (app, { userId }) => clearGuestNames(app, userId),
    },
    sections,
  },
  invariants,
  hooks: { countAwaitedOrders, findLastPaymentAt, listUnproved },
}
