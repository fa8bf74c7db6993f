/** The link by which a buyer confirms what they regret, to the mail that they bought with. */
import { formatMoment } from '#contract/dates.ts'
import { fillPath } from '#contract/paths.ts'
import { screens } from '#contract/screens.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findBuyer, isBuyerFull } from './queries-people.ts'
import type { RegretRecord } from './queries.ts'
import { makeRegretToken } from './regret-token.ts'

/** Sends it, if the buyer has a mail and it is not filled. Throws when the mail host is away, to be tried again. */
export async function inviteBuyer(
  app: App,
  { id, code, submittedAt }: Pick<RegretRecord, 'id' | 'code' | 'submittedAt'>,
  buyerId: string,
): Promise<void> {
  const buyer = await findBuyer(app, buyerId)
  if (!buyer?.mail) return
  // Whoever knows a mail can type it: the code is everybody's at once, but nobody's mailbox is filled with it.
  if (await isBuyerFull(app, buyerId, id)) {
    app.log.warn({ regretId: id }, 'a buyer was written to often enough today')
    return
  }
  const link = `${app.config.publicUrl}${fillPath(screens.regret.path, code)}#token=${makeRegretToken(app.vault, id, buyerId)}`
  const letter = writeLetter(
    buyer.mail,
    { name: buyer.name, idempotencyKey: `regret-${id}-${buyerId}` },
    {
      subject: `Tu arrepentimiento ${code}`,
      lines: [
        `Recibimos el ${formatMoment(submittedAt)} un pedido de arrepentimiento por una compra tuya. Su código es ${code}.`,
        'Abrí el enlace y confirmá de qué compra te arrepentís: lo que corresponde se devuelve en el momento, con el cargo por servicio incluido. Vale la fecha del pedido, aunque lo abras después.',
      ],
      action: { label: 'Confirmar mi arrepentimiento', href: link },
      after: 'Si no fuiste vos, no hagas nada: sin este enlace tu compra no se devuelve sola.',
    },
  )
  const outcome = await sendMessage(app, { channel: 'mail', ...letter })
  if ('refused' in outcome)
    app.log.warn({ regretId: id, reason: outcome.refused }, 'who bought could not be written to')
}
