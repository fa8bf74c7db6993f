/** A person is told that the copy of their data is ready. */
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { exportMail } from './messages.ts'
import { findExport } from './queries.ts'

/** The mail carries no link to the file: whoever opens it still has to sign in. Throws when the mail host is away. */
export async function notifyExport(app: App, exportId: string): Promise<void> {
  const found = await findExport(app, exportId)
  if (found?.state !== 'ready' || found.mail === null) return
  const about = { exportId, name: found.name, publicUrl: app.config.publicUrl }
  const outcome = await sendMessage(app, { channel: 'mail', ...exportMail(found.mail, about) })
  if ('refused' in outcome) app.log.warn({ exportId, reason: outcome.refused }, 'a data export could not be told')
}
