/** What people read about the end of their account and about their data. Pure. */
import { brand } from '#contract/brand.ts'
import { formatLongDay, fromLocal } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { EXPORT_DAYS } from '#contract/privacy.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import { writeLetter, type Letter } from '#server/shared/mail-page.ts'

export interface DeletionNews {
  readonly deletionId: string
  readonly name: string
  /** Local date. */
  readonly dueOn: string
  readonly rejectionReason: string | null
  readonly publicUrl: string
}

export function deletionMail(
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

export function exportMail(to: string, about: { exportId: string; name: string; publicUrl: string }): EmailMessage {
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

/** To those who decide: nobody's name leaves with it. */
export function overdueMail(
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
