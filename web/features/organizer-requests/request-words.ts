/** What people read of a request to become an organizer. */
import type { OrganizationType, RequestState, SentFields } from '#contract/companies/onboarding.ts'
import { formatCuit } from '#contract/values/cuit.ts'
import type { StateLabels } from '#web/features/lists/states.ts'
import { grouped } from '#contract/values/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'

export const requestStates: StateLabels<RequestState> = {
  pending: { one: 'Por revisar', many: 'Por revisar', tone: 'sol' },
  approved: { one: 'Aprobada', many: 'Aprobadas', tone: 'yerba' },
  needs_changes: { one: 'Con cambios pedidos', many: 'Con cambios pedidos', tone: 'neutral' },
  rejected: { one: 'Rechazada', many: 'Rechazadas', tone: 'rojo' },
}

export const organizationTypes: Readonly<Record<OrganizationType, string>> = {
  'Organizador Individual': 'Por su cuenta',
  Empresa: 'Empresa',
  'Empresa no registrada': 'Sin registrar',
}

export function organizationName({ companyName, nombreOrganizacion, fullName }: SentFields): string {
  return companyName || nombreOrganizacion || fullName
}

/** A masked one as it is. */
export function showDni(dni: string): string {
  return /^\d+$/.test(dni) ? grouped(Number(dni)) : dni
}

/** What was sent, in the order of the form. */
export function sentFacts(sent: SentFields): readonly (readonly [label: string, value: string])[] {
  const { companyName, razonSocial, cuit, nombreOrganizacion } = sent
  const organization = [
    ['Empresa', companyName],
    ['Razón social', razonSocial],
    ['CUIT', cuit && formatCuit(cuit)],
    ['Organización', nombreOrganizacion],
  ] as const
  return [
    ['Nombre', sent.fullName],
    ['DNI', showDni(sent.dniNumber)],
    ['Email', sent.email],
    ['WhatsApp', showPhone(sent.whatsapp)],
    ['Domicilio', `${sent.domicilio}, ${sent.ciudad}, ${sent.provincia}`],
    ['Cómo organiza', organizationTypes[sent.organizationType]],
    ...organization.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
  ]
}
