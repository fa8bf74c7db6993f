/** A person is told by mail how their request stands. */
import { brand } from '#contract/brand.ts'
import { formatLongDay, fromLocal } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { findReachable } from '#server/modules/accounts/queries.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter, type Letter } from '#server/shared/mail-page.ts'
import { openErasureSubject } from './erasure-subject.ts'
import { findDeletion } from './queries.ts'
import { dropErasureSubject } from './store.ts'

/** Once per news. After the last one nothing here knows the address any more. Throws when the mail host is away. */
export async function notifyDeletion(
  app: App,
  { deletionId, news }: JobPayloads['privacy.tell-deletion'],
): Promise<void> {
  const deletion = await findDeletion(app, deletionId)
  if (!deletion) return
  const person =
    news === 'completed'
      ? deletion.sealedSubject && openErasureSubject(app, deletion.sealedSubject)
      : await findReachable(app, deletion.userId)
  if (person && person.mail) {
    const { name, mail } = person
    const { dueOn, rejectionReason } = deletion
    const { publicUrl } = app.config
    const outcome = await sendMessage(app, {
      channel: 'mail',
      ...deletionMail(mail, news, { deletionId, name, dueOn, rejectionReason, publicUrl }),
    })
    if ('refused' in outcome) app.log.warn({ deletionId, news }, 'news of an account deletion could not be told')
  }
  if (news === 'completed') await dropErasureSubject(app, deletionId)
}

interface DeletionNews {
  readonly deletionId: string
  readonly name: string
  /** Local date. */
  readonly dueOn: string
  readonly rejectionReason: string | null
  readonly publicUrl: string
}

function deletionMail(
  to: string,
  news: 'requested' | 'cancelled' | 'rejected' | 'completed',
  about: DeletionNews,
): EmailMessage {
  const action = { label: 'Ver mi solicitud', href: about.publicUrl + paths.deleteAccount() }
  const content: Record<typeof news, Letter> = {
    requested: {
      subject: 'Recibimos tu pedido para eliminar la cuenta',
      lines: [
        `Lo vamos a resolver a más tardar el ${formatLongDay(fromLocal(about.dueOn, '12:00'))}.`,
        'Hasta que alguien de nuestro equipo lo tome, podés cancelarlo. Las entradas vigentes que tengas cuando se apruebe se pierden: si querés, transferilas antes.',
        `Si no lo pediste vos, cancelalo y cambiá tu contraseña, o escribinos ya a ${brand.supportMail}.`,
      ],
      action,
    },
    cancelled: {
      subject: 'Cancelaste la eliminación de tu cuenta',
      lines: ['Tu cuenta y tus entradas siguen como estaban.'],
    },
    rejected: {
      subject: 'No pudimos eliminar tu cuenta',
      lines: [
        'Revisamos tu pedido y por ahora no podemos eliminar la cuenta. El motivo:',
        about.rejectionReason ?? '',
        `Podés volver a pedirlo cuando se resuelva. Si no estás de acuerdo, escribinos a ${brand.supportMail}; también podés reclamar ante la Agencia de Acceso a la Información Pública (Ley 25.326).`,
      ],
      action,
    },
    completed: {
      subject: 'Tu cuenta quedó eliminada',
      lines: [
        'Borramos tus datos personales, y las entradas vigentes que tenías quedaron dadas de baja.',
        'Los comprobantes de compras y devoluciones se conservan sin tu nombre ni tus contactos, porque las leyes fiscales lo exigen.',
        'Este es el último mail que te mandamos. Si algún día volvés, vas a poder crear una cuenta nueva.',
      ],
    },
  }
  const idempotencyKey = `account-deletion-${about.deletionId}-${news}`
  return writeLetter(to, { name: about.name, idempotencyKey }, content[news])
}
