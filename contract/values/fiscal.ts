/** Tax identity of a person or company, for receipts and invoices. */
import * as z from 'zod/mini'
import { CUIT_SHAPE, readCuit, WRONG_CUIT } from './cuit.ts'
import { VAT_CONDITIONS } from '#contract/platform/platform.ts'
import { line } from './text.ts'

const cuitInput = line({ min: 1, max: 40, short: 'Poné el CUIT' }).check(
  z.regex(CUIT_SHAPE, WRONG_CUIT),
  z.check((payload) => {
    const digits = readCuit(payload.value)
    if (digits !== null) payload.value = digits
    // Of what is empty or no number at all it was said before.
    else if (payload.value !== '' && CUIT_SHAPE.test(payload.value)) {
      payload.issues.push({ code: 'custom', message: WRONG_CUIT, input: payload.value, continue: true })
    }
  }),
)

/** As people type them. */
export const fiscalDataInput = z.object({
  legalName: line({ min: 2, max: 120, short: 'Poné la razón social, o nombre y apellido' }),
  cuit: cuitInput,
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
