/** Mails about what the platform charges a company. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { formatDay } from '#contract/values/dates.ts'
import { feeWords } from '#contract/values/fee-words.ts'
import { paths } from '#contract/api/paths.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import type { Letter } from '#server/shared/mail-page.ts'

export interface FeeChange {
  readonly before: FeeTerms
  /** The terms that owners were notified of for that day before. */
  readonly announced: FeeTerms | null
  readonly after: FeeTerms
  readonly appliesFrom: string
}

export function feesMail(
  { companyName }: { readonly companyName: string },
  { before, announced, after, appliesFrom }: FeeChange,
): Letter {
  return {
    subject: `Cambia el cargo por servicio de ${companyName}`,
    lines: [
      ...(announced
        ? [
            `Cambió lo que te avisamos para el ${formatDay(appliesFrom)} sobre los eventos nuevos de ${companyName}.`,
            `Te habíamos avisado: ${feeWords(announced)}.`,
          ]
        : [`Desde el ${formatDay(appliesFrom)}, los eventos nuevos de ${companyName} tienen otro cargo por servicio.`]),
      `Hasta ${announced ? 'ese día' : 'ahora'}: ${feeWords(before)}.`,
      `Desde ese día: ${feeWords(after)}.`,
      'Los eventos que ya creaste conservan el suyo. Una copia de uno de ellos cuenta como evento nuevo.',
    ],
    action: { label: 'Ver el cargo por servicio', path: paths.organizerPayments() },
    after: `¿Dudas? Escribinos a ${brand.supportMail}.`,
  }
}
