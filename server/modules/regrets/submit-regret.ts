/** Somebody regrets a purchase: a code at once, and a link to the mail that it was bought with. */
import { randomInt } from 'node:crypto'
import { formatMoment } from '#contract/dates.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { fillPath } from '#contract/paths.ts'
import type { Regret, submitRegret as submitRegretEndpoint } from '#contract/regrets.ts'
import { screens } from '#contract/screens.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { countOthersOf, findBuyer, findMeantOrders, findRegret, showRegret } from './queries.ts'
import { makeRegretToken } from './regret-token.ts'
import { insertRegret, noteOrders } from './store.ts'

/** Links of regrets that one buyer is mailed in a day. */
const MAILS_A_DAY = 3

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function newCode(): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Keeps it, with the moment that counts. What it may be about is looked for afterwards, so that the answer tells nothing. */
export async function submitRegret(
  app: App,
  origin: RequestOrigin,
  { orderNumber, contact }: ParsedInput<typeof submitRegretEndpoint>['body'],
): Promise<Regret> {
  const [id, code] = [newId(), newCode()]
  await inTransaction(app, async (app) => {
    await insertRegret(app, { id, code, orderNumber: orderNumber?.trim() || null, contact: contact?.trim() || null })
    await audit(app, { userId: null, origin }, 'regret.submit', ['regret', id], { after: { code } })
    await app.queue.enqueue(app, 'regrets.look-up', { regretId: id }, { singletonKey: id })
  })
  const regret = await findRegret(app, { id })
  if (!regret) throw new Failure('regret_not_found')
  return showRegret(app, regret, null, app.clock.now())
}

/** Finds the purchases that it may be about and writes to each buyer. Without one a person looks for them. The job `regrets.look-up`. */
export async function lookUpRegret(app: App, regretId: string): Promise<void> {
  const regret = await findRegret(app, { id: regretId })
  if (!regret) return
  const orders = await findMeantOrders(app, regret)
  await inTransaction(app, (app) =>
    noteOrders(
      app,
      regretId,
      orders.map(({ id }) => id),
    ),
  )
  for (const buyerId of new Set(orders.map(({ buyerId: each }) => each))) {
    const buyer = await findBuyer(app, buyerId)
    if (!buyer?.mail) continue
    // Whoever knows a mail can type it: the code is everybody's at once, but nobody's mailbox is filled with it.
    if ((await countOthersOf(app, buyerId, regretId)) >= MAILS_A_DAY) {
      app.log.warn({ regretId }, 'a buyer was written to often enough today')
      continue
    }
    const link = `${app.config.publicUrl}${fillPath(screens.regret.path, regret.code)}#token=${makeRegretToken(app.vault, regretId, buyerId)}`
    const letter = writeLetter(
      buyer.mail,
      { name: buyer.name, idempotencyKey: `regret-${regretId}-${buyerId}` },
      {
        subject: `Tu arrepentimiento ${regret.code}`,
        lines: [
          `Recibimos el ${formatMoment(regret.submittedAt)} un pedido de arrepentimiento por una compra tuya. Su código es ${regret.code}.`,
          'Abrí el enlace y confirmá de qué compra te arrepentís: lo que corresponde se devuelve en el momento, con el cargo por servicio incluido. Vale la fecha del pedido, aunque lo abras después.',
        ],
        action: { label: 'Confirmar mi arrepentimiento', href: link },
        after: 'Si no fuiste vos, no hagas nada: sin este enlace nadie puede devolver tu compra.',
      },
    )
    const outcome = await sendMessage(app, { channel: 'mail', ...letter })
    if ('refused' in outcome) app.log.warn({ regretId, reason: outcome.refused }, 'who bought could not be written to')
  }
}
