/** The organization of a request, between the wire and the table. Pure. */
import { ORGANIZATION_FIELDS, type OnboardingFields, type OrganizationType } from '#contract/companies/onboarding.ts'

export type OrganizationKind = 'individual' | 'registered' | 'unregistered'

const KINDS: Readonly<Record<OrganizationType, OrganizationKind>> = {
  'Organizador Individual': 'individual',
  Empresa: 'registered',
  'Empresa no registrada': 'unregistered',
}
const TYPES = Object.fromEntries(Object.entries(KINDS).map(([type, kind]) => [kind, type])) as Readonly<
  Record<OrganizationKind, OrganizationType>
> // the same pairs

export interface Organization {
  readonly kind: OrganizationKind
  readonly organizationName: string | null
  readonly legalName: string | null
  readonly cuit: string | null
}

/** Drops the fields of other kinds of organization. */
export function organizationOf(fields: OnboardingFields): Organization {
  const { organizationType, companyName, razonSocial, cuit, nombreOrganizacion } = fields
  const isRegistered = ORGANIZATION_FIELDS[organizationType].includes('cuit')
  return {
    kind: kindOf(organizationType),
    organizationName: (isRegistered ? companyName : nombreOrganizacion) || null,
    legalName: (isRegistered && razonSocial) || null,
    cuit: (isRegistered && cuit) || null,
  }
}

export function kindOf(type: OrganizationType): OrganizationKind {
  return KINDS[type]
}

/** The organization's fields as the wire has them. */
export function wireOrganization({ kind, organizationName, legalName, cuit }: Organization) {
  const isRegistered = kind === 'registered'
  return {
    organizationType: TYPES[kind],
    companyName: isRegistered ? organizationName : null,
    nombreOrganizacion: isRegistered ? null : organizationName,
    razonSocial: legalName,
    cuit,
  }
}
