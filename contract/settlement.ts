/** What a company sold and what of it it keeps, by event and by days: a reading of the ledger and of nothing else. */
import * as z from 'zod/mini'
import { instant, localDate, typedDate } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { idOf } from './ids.ts'
import { csvOf, xlsxOf } from './list-export.ts'
import { cents } from './money.ts'
import { pageQuery, pagination } from './pagination.ts'

/**
 * The fall from what people paid to what the company keeps. What is paid less all that stands between is what is kept, to the
 * centavo: of an event, and of all together.
 */
export const settlementFigures = z.object({
  /** Purchases that were paid. */
  sales: z.int(),
  /** By buyers, the service fee with it. */
  paidCents: cents,
  /** To buyers, whoever gave it back. */
  refundedCents: cents,
  /** The platform's fee, whoever bore it, less what of it went back. */
  platformCents: cents,
  /** What Mercado Pago kept. */
  providerCents: cents,
  /** What promoters earned. */
  commissionCents: cents,
  /** What the company entered as its costs. */
  costCents: cents,
  keptCents: cents,
})
export type SettlementFigures = z.infer<typeof settlementFigures>

export const settlementRow = z.extend(settlementFigures, {
  id: z.uuid(),
  name: z.string(),
  startDate: z.nullable(instant),
})
export type SettlementRow = z.infer<typeof settlementRow>

export const getSettlement = endpoint({
  method: 'GET',
  path: '/api/v1/company/{companyId}/settlement',
  summary: 'Lo que vendió una organización y lo que le queda, por evento y por período',
  access: {
    roles: ['ORGANIZATOR', 'godAdmin'],
    object: { rule: 'managedCompany', from: 'params.companyId' },
  },
  whileImpersonating: 'read',
  params: z.object({ companyId: idOf('company') }),
  query: z.object({
    ...pageQuery(20),
    /** Its first day and its last, both counted, in Argentina. */
    from: z.optional(typedDate),
    until: z.optional(typedDate),
    eventId: z.optional(idOf('event')),
    sort: z._default(z.enum(['date', 'name', 'paid', 'kept']), 'date'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  response: z.object({
    /** Of all its events, on whatever page they are. */
    totals: settlementFigures,
    /** The first and the last day on which something moved. */
    movedFrom: z.nullable(localDate),
    movedUntil: z.nullable(localDate),
    events: z.array(settlementRow),
    /** Whether Mercado Pago says the same of the payments; what is not asked yet is null. */
    control: z.object({ checkedAt: z.nullable(instant), differences: z.int() }),
    pagination: pagination('totalEvents'),
  }),
  failures: ['company_not_found'],
})

export const exportSettlement = csvOf(getSettlement, 'Lo que vendió una organización y lo que le queda, en un archivo')
export const exportSettlementSheet = xlsxOf(
  getSettlement,
  'Lo que vendió una organización y lo que le queda, en una planilla de cálculo',
)
