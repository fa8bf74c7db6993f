/** The operator of the platform, as the tax authority knows it. Without zod: every public page names it. */
import { brand } from './brand.ts'
import { formatCuit } from '#contract/values/cuit.ts'

export const VAT_CONDITIONS = ['responsable_inscripto', 'monotributo', 'exento', 'no_alcanzado'] as const
export type VatCondition = (typeof VAT_CONDITIONS)[number]

export const vatConditionNames: Readonly<Record<VatCondition, string>> = {
  responsable_inscripto: 'IVA Responsable Inscripto',
  monotributo: 'Responsable Monotributo',
  exento: 'IVA Sujeto Exento',
  no_alcanzado: 'IVA No Alcanzado',
}

/** The operator of the platform; what is null was not given to this installation. */
export interface PlatformData {
  readonly legalName: string | null
  readonly cuit: string | null
  readonly vatCondition: VatCondition | null
  readonly address: string | null
  /** Invented: of the demo, and shown as such. */
  readonly isExample: boolean
}

const MISSING = {
  legalName: 'razón social',
  cuit: 'CUIT',
  vatCondition: 'condición frente al IVA',
  address: 'domicilio fiscal',
} as const

/** Lists the missing tax data in words; null when nothing is missing. */
export function missingWords(data: Partial<Record<keyof typeof MISSING, string | null>>): string | null {
  const missing = Object.entries(MISSING).flatMap(([field, words]) =>
    data[field as keyof typeof MISSING] ? [] : [words],
  )
  return missing.length === 0 ? null : `Sin informar: ${missing.join(', ')}`
}

/** The platform's data for pages and texts; missing values are shown as missing, demo values as an example. */
export function platformWords(platform: PlatformData | null) {
  const { legalName, cuit, address, isExample } = platform ?? {
    legalName: null,
    cuit: null,
    address: null,
    isExample: false,
  }
  const example = isExample ? ' (de ejemplo)' : ''
  return {
    legalName: legalName ?? brand.name,
    cuit: cuit ? formatCuit(cuit) + example : 'sin informar',
    address: address ? address + example : 'domicilio sin informar',
  }
}
