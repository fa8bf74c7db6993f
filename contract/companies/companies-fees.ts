/** The platform's fee on a company's tickets: set by a god admin, shown to its people. */
import * as z from 'zod/mini'
import { instant, dateInput } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { companyReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { feeTerms, MAX_FEE_BPS } from '#contract/values/prices.ts'

const MAX_FEE_CENTS = 100_000_000

const wholePesos = cents.check(
  z.minimum(0, 'Poné un importe'),
  z.maximum(MAX_FEE_CENTS, 'Es demasiado'),
  z.multipleOf(100, 'Usá pesos enteros'),
)

const scheduledTerms = z.extend(feeTerms, { appliesFrom: instant })

export const companyFees = z.object({
  companyName: z.string(),
  /** For the events that are made today; the others keep theirs. */
  current: feeTerms,
  /** Since when; null while they are the platform's, because the company has none of its own. */
  since: z.nullable(instant),
  /** Set for a day to come, the nearest first. */
  next: z.array(scheduledTerms),
})
export type CompanyFees = z.infer<typeof companyFees>

export const getCompanyFees = endpoint({
  method: 'GET',
  path: '/api/v1/company/{companyId}/fees',
  summary: 'El cargo por servicio que tienen los eventos nuevos de una organización',
  access: companyReaders,
  whileImpersonating: 'read',
  params: z.object({ companyId: idOf('company') }),
  response: companyFees,
  failures: ['company_not_found'],
})

export const updateCompanyFees = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/companies/{id}/fees',
  summary:
    'Fija el cargo por servicio de una organización, desde hoy o desde un día que venga, para los eventos que se creen',
  access: { roles: ['godAdmin'], object: { rule: 'managedCompany', from: 'params.id' } },
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: 'company.fees',
  params: z.object({ id: idOf('company') }),
  body: z
    .object({
      percentBps: z.int('Poné un porcentaje').check(z.minimum(0), z.maximum(MAX_FEE_BPS, 'Hasta 30 %')),
      fixedCents: wholePesos,
      leastCents: wholePesos,
      mostCents: z.nullable(wholePesos),
      /** Its first day; today when it is left out. */
      appliesFrom: z.optional(z.nullable(dateInput)),
    })
    .check(
      z.refine(({ leastCents, mostCents }) => mostCents === null || mostCents >= leastCents, {
        error: 'El máximo no puede ser menor que el mínimo',
        path: ['mostCents'],
      }),
    ),
  response: companyFees,
  failures: ['company_not_found'],
})
