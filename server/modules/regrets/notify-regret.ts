/** Tells the buyers of a regret what the team answered. */
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findBuyer, findRegret, listMeantOrders } from './queries.ts'

/** Sends its mails. Throws when the mail host is away, to be tried again. */
export async function notifyRegret(app: App, regretId: string): Promise<void> {
  const regret = await findRegret(app, { id: regretId })
  if (!regret?.answer) return
  const orders = await listMeantOrders(app, regretId)
  for (const buyerId of new Set(orders.map(({ buyerId: each }) => each))) {
    const buyer = await findBuyer(app, buyerId)
    if (!buyer?.mail) continue
    const letter = writeLetter(
      buyer.mail,
      { name: buyer.name, idempotencyKey: `regret-answer-${regretId}-${buyerId}` },
      {
        subject: `Respuesta a tu arrepentimiento ${regret.code}`,
        lines: [regret.answer],
        after:
          'Si no estás de acuerdo podés reclamar en la ventanilla federal de Defensa del Consumidor: www.argentina.gob.ar/defensadelconsumidor.',
      },
    )
    const outcome = await sendMessage(app, { channel: 'mail', ...letter })
    if ('refused' in outcome) app.log.warn({ regretId, reason: outcome.refused }, 'who bought could not be told')
  }
}
