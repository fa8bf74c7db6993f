/** Notifies the winners of a published raffle. */
import type { App, Tx } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { wonMail, wonWhatsapp } from './messages.ts'
import { findWinner, listWinners } from './queries.ts'

export const raffleWon = defineNotification('raffles.won', {
  find: (app: App, about: { raffleId: string; code: string }) => findWinner(app, about),
  mail: wonMail,
  whatsapp: wonWhatsapp,
})

export async function notifyWinners(app: Tx, raffleId: string): Promise<void> {
  for (const code of await listWinners(app, raffleId)) {
    await notify(app, raffleWon, { raffleId, code }, `${raffleId}-${code}`)
  }
}
