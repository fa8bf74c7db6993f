/** Codes are made where they are sent, in the worker: none is ever in a queue, a log or the database. */
import { randomInt } from 'node:crypto'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import type { App } from '#server/context.ts'
import { sendMessage, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { Failure } from '#server/shared/failure.ts'
import { CODE_SECONDS, contactCodeMac } from './contact-code.ts'
import { findCodeTarget } from './find-code-target.ts'
import { codeMail, codeWhatsapp, phoneByMailCodeMail } from '../messages.ts'
import { findContacts } from '../queries.ts'
import { replaceCode } from '../password/store.ts'

/**
 * Makes a code, in place of the one before it, and sends it. Sends nothing when what it was asked for is not what the person
 * would ask for now: another contact, another mailbox.
 */
export async function sendCode(app: App, coded: JobPayloads['accounts.send-code']): Promise<void> {
  const { userId, kind, contact } = coded
  const of = kind === 'mail' ? 'mail' : 'phone'
  const target = await findCodeTarget(app, userId, of).catch(ifNothingToSend)
  if (target?.kind !== kind || target.contact !== contact) return
  const { name } = await findContacts(app, userId, of)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeMac = contactCodeMac(app.vault, coded, code)
  await replaceCode(app, { ...coded, codeMac, expiresInSeconds: CODE_SECONDS })
  const about = {
    publicUrl: app.config.publicUrl,
    name,
    code,
    idempotencyKey: `code-${codeMac.toString('hex').slice(0, 32)}`,
  }
  const { to, wanted } = target
  const message: OutgoingMessage =
    kind === 'phone'
      ? { channel: 'whatsapp', ...codeWhatsapp(to, about) }
      : {
          channel: 'mail',
          ...(kind === 'mail' ? codeMail(to, about) : phoneByMailCodeMail(to, { ...about, phone: wanted })),
        }
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) app.log.warn({ userId, kind, reason: outcome.refused }, 'a code could not be sent')
}

function ifNothingToSend(error: unknown): null {
  if (error instanceof Failure) return null
  throw error
}
