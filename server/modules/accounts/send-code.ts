/** Codes are made where they are sent, in the worker: none is ever in a queue, a log or the database. */
import { randomInt } from 'node:crypto'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { CODE_SECONDS, contactCodeMac } from './contact-code.ts'
import { codeMail, codeWhatsapp } from './messages.ts'
import { findContacts } from './queries.ts'
import { replaceCode } from './store-credentials.ts'

/** Makes a code, in place of the one before it, and sends it. Sends nothing when the contact is not the person's any more. */
export async function sendCode(app: App, coded: JobPayloads['accounts.send-code']): Promise<void> {
  const { userId, kind, contact } = coded
  const { name, present, pending } = await findContacts(app, userId, kind)
  if (contact !== (pending ?? present)) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeMac = contactCodeMac(app.vault, coded, code)
  await replaceCode(app, { ...coded, codeMac, expiresInSeconds: CODE_SECONDS })
  const about = {
    publicUrl: app.config.publicUrl,
    name,
    code,
    idempotencyKey: `code-${codeMac.toString('hex').slice(0, 32)}`,
  }
  const outcome = await sendMessage(
    app,
    kind === 'mail'
      ? { channel: 'mail', ...codeMail(contact, about) }
      : { channel: 'whatsapp', ...codeWhatsapp(contact, about) },
  )
  if ('refused' in outcome) app.log.warn({ userId, kind, reason: outcome.refused }, 'a code could not be sent')
}
