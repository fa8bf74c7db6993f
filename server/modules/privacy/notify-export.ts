/** A person is told that the copy of their data is ready. */
import { paths } from '#contract/paths.ts'
import { EXPORT_DAYS } from '#contract/privacy.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findExport } from './queries.ts'

/** The mail carries no link to the file: whoever opens it still has to sign in. Throws when the mail host is away. */
export async function notifyExport(app: App, exportId: string): Promise<void> {
  const found = await findExport(app, exportId)
  if (found?.state !== 'ready' || found.mail === null) return
  const about = { exportId, name: found.name, publicUrl: app.config.publicUrl }
  const outcome = await sendMessage(app, { channel: 'mail', ...exportMail(found.mail, about) })
  if ('refused' in outcome) app.log.warn({ exportId, reason: outcome.refused }, 'a data export could not be told')
}

function exportMail(to: string, about: { exportId: string; name: string; publicUrl: string }): EmailMessage {
  const { exportId, name, publicUrl } = about
  return writeLetter(
    to,
    { name, idempotencyKey: `data-export-${exportId}` },
    {
      subject: 'Tus datos están listos para descargar',
      lines: [
        `Preparamos la copia de tus datos que pediste. La podés descargar durante ${EXPORT_DAYS} días desde tu cuenta.`,
        'El archivo tiene todo lo que guardamos sobre vos: no lo compartas.',
      ],
      action: { label: 'Descargar mis datos', href: publicUrl + paths.deleteAccount() },
    },
  )
}
