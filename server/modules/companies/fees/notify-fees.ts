/** Tells a company's owners that the platform charges it something else from a day on. */
import { brand } from '#contract/brand.ts'
import { formatDay } from '#contract/dates.ts'
import { feeWords } from '#contract/fee-words.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { listOwners } from '../payment-account/queries.ts'

/** Writes to one owner who is one still. Throws when the mail host is away, to be tried again. */
export async function notifyFees(
  app: App,
  { companyId, userId, before, announced, after, appliesFrom, messageId }: JobPayloads['companies.tell-fees'],
): Promise<void> {
  const owner = (await listOwners(app, companyId)).find(({ id }) => id === userId)
  if (!owner?.mail) return
  const { companyName, name } = owner
  const letter = writeLetter(
    owner.mail,
    { name, idempotencyKey: `company-fees-${messageId}` },
    {
      subject: `Cambia el cargo por servicio de ${companyName}`,
      lines: [
        ...(announced
          ? [
              `Cambió lo que te avisamos para el ${formatDay(appliesFrom)} sobre los eventos nuevos de ${companyName}.`,
              `Te habíamos avisado: ${feeWords(announced)}.`,
            ]
          : [
              `Desde el ${formatDay(appliesFrom)}, los eventos nuevos de ${companyName} tienen otro cargo por servicio.`,
            ]),
        `Hasta ${announced ? 'ese día' : 'ahora'}: ${feeWords(before)}.`,
        `Desde ese día: ${feeWords(after)}.`,
        'Los eventos que ya creaste conservan el suyo. Una copia de uno de ellos cuenta como evento nuevo.',
      ],
      action: { label: 'Ver el cargo por servicio', href: app.config.publicUrl + paths.organizerPayments() },
      after: `¿Dudas? Escribinos a ${brand.supportMail}.`,
    },
  )
  const outcome = await sendMessage(app, { channel: 'mail', ...letter })
  if ('refused' in outcome) app.log.warn({ companyId, reason: outcome.refused }, 'an owner could not be told')
}
