/** The operator of this installation, as the environment names it. */
import { readCuit } from '#contract/values/cuit.ts'
import { VAT_CONDITIONS, type PlatformData, type VatCondition } from '#contract/platform/platform.ts'

export type { PlatformData }
export { readCuit, VAT_CONDITIONS }

/** The demo's: invented, and shown as such. */
export const EXAMPLE_PLATFORM: PlatformData = {
  legalName: 'Previa Entradas S.A.S.',
  cuit: '30000000007',
  vatCondition: 'responsable_inscripto',
  address: 'Ciudad Autónoma de Buenos Aires, Argentina',
  isExample: true,
}

interface Given {
  readonly legalName: string | null
  readonly cuit: string | null
  readonly vatCondition: VatCondition | null
  readonly address: string | null
}

/** In the demo an example until any of it is given; what is missing elsewhere stays so, and is said where it is printed. */
export function platformOf(given: Given, isDemo: boolean): PlatformData {
  const isGiven = Object.values(given).some((value) => value !== null)
  return isDemo && !isGiven ? EXAMPLE_PLATFORM : { ...given, isExample: false }
}
