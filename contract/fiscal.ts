/** Who somebody is to the tax authority: on receipts, and for whoever issues invoices. */
import * as z from 'zod/mini'
import { line } from './text.ts'

export const VAT_CONDITIONS = ['responsable_inscripto', 'monotributo', 'exento', 'no_alcanzado'] as const
export type VatCondition = (typeof VAT_CONDITIONS)[number]

export const vatConditionNames: Readonly<Record<VatCondition, string>> = {
  responsable_inscripto: 'IVA Responsable Inscripto',
  monotributo: 'Responsable Monotributo',
  exento: 'IVA Sujeto Exento',
  no_alcanzado: 'IVA No Alcanzado',
}

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
/** What the authority begins them with: people's, then companies'. */
const CUIT = /^(20|23|24|25|26|27|30|33|34)\d{9}$/

/** The eleven digits of a CUIT, with or without its hyphens; null when it is none. */
export function readCuit(typed: string): string | null {
  const digits = typed.replaceAll(/[\s.-]/g, '')
  if (!CUIT.test(digits)) return null
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  // Ten is nobody's: the authority gives such a person another beginning.
  return (11 - (sum % 11)) % 11 === Number(digits[10]) ? digits : null
}

/** `30-71234567-1`. */
export function formatCuit(digits: string): string {
  return digits.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
}

const typedCuit = line({ max: 20 }).check(
  z.check((payload) => {
    const digits = readCuit(payload.value)
    if (digits !== null) payload.value = digits
    else
      payload.issues.push({
        code: 'custom',
        message:
          payload.value === '' ? 'Poné el CUIT' : 'Ese CUIT no es válido: son 11 números, revisá que estén todos',
        input: payload.value,
        continue: true,
      })
  }),
)

/** As people type them. */
export const typedFiscalData = z.object({
  legalName: line({ min: 2, max: 120, short: 'Poné la razón social, o nombre y apellido' }),
  cuit: typedCuit,
  vatCondition: z.enum(VAT_CONDITIONS, 'Elegí la condición frente al IVA'),
  address: line({ min: 5, max: 160, short: 'Poné calle, número, localidad y provincia' }),
})

export const fiscalData = z.object({
  legalName: z.string(),
  /** Its eleven digits. */
  cuit: z.string(),
  vatCondition: z.enum(VAT_CONDITIONS),
  address: z.string(),
})
export type FiscalData = z.infer<typeof fiscalData>
