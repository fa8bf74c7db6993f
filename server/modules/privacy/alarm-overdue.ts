/** Somebody waits longer than we promised. */
import { brand } from '#contract/brand.ts'
import { formatLongDay, fromLocal, toLocalDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { listOverdue } from './queries.ts'

/** Once a day, while there is one: an error in the log and a mail to the team. */
export async function alarmOverdue(app: App): Promise<void> {
  const overdue = await listOverdue(app)
  if (overdue.length === 0) return
  app.log.error({ count: overdue.length, since: overdue[0]?.dueOn }, 'account deletions are overdue')
  const about = { day: toLocalDate(app.clock.now()), overdue, publicUrl: app.config.publicUrl }
  await sendMessage(app, { channel: 'mail', ...overdueMail(brand.supportMail, about) })
}

/** To those who decide: nobody's name leaves with it. */
function overdueMail(
  to: string,
  about: { readonly day: string; readonly overdue: readonly { dueOn: string }[]; readonly publicUrl: string },
): EmailMessage {
  const { day, overdue, publicUrl } = about
  const first = overdue[0]?.dueOn ?? day
  return writeLetter(
    to,
    { name: 'equipo', idempotencyKey: `account-deletion-overdue-${day}` },
    {
      subject: `${brand.name} · Eliminación de cuentas vencidas: ${overdue.length}`,
      lines: [
        overdue.length === 1
          ? `Hay 1 solicitud de eliminación fuera de plazo: vencía el ${formatLongDay(fromLocal(first, '12:00'))}.`
          : `Hay ${overdue.length} solicitudes de eliminación fuera de plazo; la primera vencía el ${formatLongDay(fromLocal(first, '12:00'))}.`,
      ],
      action: { label: 'Ver las solicitudes', href: `${publicUrl}${paths.godDeletions()}?estado=vencidas` },
    },
  )
}
