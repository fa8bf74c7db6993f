/** Mails about deleted accounts and copies of people's data. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { formatLongDay, fromLocal } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { EXPORT_DAYS } from '#contract/accounts/privacy.ts'
import type { Letter } from '#server/shared/mail-page.ts'

export type DeletionNews = 'requested' | 'cancelled' | 'rejected' | 'completed'

export function deletionMail(
  { dueOn, rejectionReason }: { readonly dueOn: string; readonly rejectionReason: string | null },
  { news }: { readonly news: DeletionNews },
): Letter {
  const action = { label: 'Ver mi solicitud', path: paths.deleteAccount() }
  switch (news) {
    case 'requested':
      return {
        subject: 'Recibimos tu pedido para eliminar la cuenta',
        lines: [
          `Lo vamos a resolver a más tardar el ${longDay(dueOn)}.`,
          'Hasta que alguien de nuestro equipo lo tome, podés cancelarlo. Las entradas vigentes que tengas cuando se apruebe se pierden: si querés, transferilas antes.',
          `Si no lo pediste vos, cancelalo y cambiá tu contraseña, o escribinos ya a ${brand.supportMail}.`,
        ],
        action,
      }
    case 'cancelled':
      return {
        subject: 'Cancelaste la eliminación de tu cuenta',
        lines: ['Tu cuenta y tus entradas siguen como estaban.'],
      }
    case 'rejected':
      return {
        subject: 'No pudimos eliminar tu cuenta',
        lines: [
          'Revisamos tu pedido y por ahora no podemos eliminar la cuenta. El motivo:',
          rejectionReason ?? '',
          `Podés volver a pedirlo cuando se resuelva. Si no estás de acuerdo, escribinos a ${brand.supportMail}; también podés reclamar ante la Agencia de Acceso a la Información Pública (Ley 25.326).`,
        ],
        action,
      }
    case 'completed':
      return {
        subject: 'Tu cuenta quedó eliminada',
        lines: [
          'Borramos tus datos personales, y las entradas vigentes que tenías quedaron dadas de baja.',
          'Los comprobantes de compras y devoluciones se conservan sin tu nombre ni tus contactos, porque las leyes fiscales lo exigen.',
          'Este es el último mail que te mandamos. Si algún día volvés, vas a poder crear una cuenta nueva.',
        ],
      }
  }
}

/** The mail carries no link to the file: who opens it still has to sign in. */
export function exportReadyMail(): Letter {
  return {
    subject: 'Tus datos están listos para descargar',
    lines: [
      `Preparamos la copia de tus datos que pediste. La podés descargar durante ${EXPORT_DAYS} días desde tu cuenta.`,
      'El archivo tiene todo lo que guardamos sobre vos: no lo compartas.',
    ],
    action: { label: 'Descargar mis datos', path: paths.deleteAccount() },
  }
}

/** To the team: it names no person. `first` is the earliest day on which one was due. */
export function overdueMail({ overdue, first }: { readonly overdue: number; readonly first: string }): Letter {
  return {
    subject: `${brand.name} · Eliminación de cuentas vencidas: ${overdue}`,
    lines: [
      overdue === 1
        ? `Hay 1 solicitud de eliminación fuera de plazo: vencía el ${longDay(first)}.`
        : `Hay ${overdue} solicitudes de eliminación fuera de plazo; la primera vencía el ${longDay(first)}.`,
    ],
    action: { label: 'Ver las solicitudes', path: `${paths.godDeletions()}?estado=vencidas` },
  }
}

function longDay(day: string): string {
  return formatLongDay(fromLocal(day, '12:00'))
}
