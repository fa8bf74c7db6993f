/** The link by which a buyer confirms what they regret, to the mail that they bought with. */
import { formatMoment } from '#contract/dates.ts'
import { fillPath } from '#contract/paths.ts'
import { screens } from '#contract/screens.ts'
import type { App, Tx } from '#server/context.ts'
import { take } from '#server/db/limits.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findBuyer } from './queries-people.ts'
import { findRegret } from './queries.ts'
import { makeLinkToken } from '#server/shared/link-token.ts'

/**
 * Has it sent once the caller's transaction stands, if the buyer has a mail and it is not filled: whoever knows a mail can type it,
 * and the code is everybody's at once. What is sent counts, however many ask at the same moment.
 */
export async function requestInvitation(
  app: Tx,
  { regretId, buyerId }: JobPayloads['regrets.invite'],
  quota: 'regret links by contact' | 'regret links by number',
): Promise<void> {
  const buyer = await findBuyer(app, buyerId)
  if (!buyer?.mail) return
  if ((await take(app, quota, buyerId)).isOver) {
    app.log.warn({ regretId, quota }, 'a buyer was written to often enough today')
    return
  }
  await app.queue.enqueue(app, 'regrets.invite', { regretId, buyerId }, { singletonKey: regretId + buyerId })
}

/** Sends it. Throws when the mail host is away, to be tried again. The job `regrets.invite`. */
export async function inviteBuyer(app: App, regretId: string, buyerId: string): Promise<void> {
  const [regret, buyer] = await Promise.all([findRegret(app, { id: regretId }), findBuyer(app, buyerId)])
  if (!regret || !buyer?.mail) return
  const { id, code, submittedAt } = regret
  const link = `${app.config.publicUrl}${fillPath(screens.regret.path, code)}#token=${makeLinkToken(app.vault, { kind: 'regret-link', id }, buyerId)}`
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
