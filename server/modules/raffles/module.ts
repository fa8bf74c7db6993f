import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { rules } from './access.ts'
import { invariants } from './invariants.ts'
import { raffleWon } from './notify-winners.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { SEED_LABEL } from './sealed.ts'
import { cancelRaffles, forgetPerson } from './store.ts'

export const raffles: Module = {
  name: 'raffles',
  tables: ['raffles', 'raffle_entries'],
  routes,
  rules,
  handlers: { 'raffles.notify': sendNotifications([raffleWon]) } satisfies HandlersOf<'raffles'>,
  sealed: [{ table: 'raffles', column: 'seed_sealed', label: SEED_LABEL }],
  person: {
    merge: { raffles: 'raffles_move_person' },
    erase: { raffles: (app, { userId }) => forgetPerson(app, userId) },
    sections,
  },
  hooks: { onEventCancelled: cancelRaffles },
  invariants,
}
