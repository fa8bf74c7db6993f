/** Messages about requests to become an organizer. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { asLine } from '#contract/values/text.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'

interface Decided {
  readonly name: string
  readonly state: string
  /** What the team wrote. */
  readonly reason: string | null
}

/** WhatsApp's templates: first name; the last two also the team's reason. */
const TEMPLATES = {
  approved: 'organizador_aprobado',
  needs_changes: 'organizador_con_cambios',
  rejected: 'organizador_rechazado',
} as const

export function decisionMail({ state, reason }: Decided): Letter {
  const reasonLines = reason ? [reason] : []
  switch (state) {
    case 'approved':
      return {
        subject: 'Ya podés organizar',
        lines: [`Aprobamos tu pedido: tu organización está lista en ${brand.name}.`, ...reasonLines],
        action: { label: 'Creá tu primer evento', path: paths.newEvent() },
      }
    case 'needs_changes':
      return {
        subject: 'Falta algo en tu pedido para organizar',
        lines: ['Revisamos tu pedido y necesitamos que corrijas algo:', ...reasonLines],
        action: { label: 'Corregir y mandar de nuevo', path: paths.organizerRequest() },
      }
    default:
      return {
        subject: 'No aprobamos tu pedido para organizar',
        lines: ['Revisamos tu pedido y no lo pudimos aprobar. El motivo:', ...reasonLines],
        action: { label: 'Ver mi pedido', path: paths.organizerRequest() },
        after: `Podés mandar otro. Si no estás de acuerdo, escribinos a ${brand.supportMail}.`,
      }
  }
}

export function decisionWhatsapp({ name, state, reason }: Decided): Template {
  const template = TEMPLATES[state as keyof typeof TEMPLATES] // CHECK on the column; only decided requests are notified
  return { template, params: [firstName(name), ...(state === 'approved' ? [] : [asLine(reason ?? '')])] }
}
