/** A company's sales, its share and when the money is released, by event and by days, read from the ledger. */
import * as z from 'zod/mini'
import { inOrder, instant, localDate, dateInput } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { companyOwners } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { pageQuery, pagination } from '#contract/api/pagination.ts'

/**
 * The fall from what people paid to what the company keeps. What is paid less what went back, the charges and the commissions is what
 * is kept, to the centavo: of an event, and of all together. What is kept less the costs is the result (`resultCents`).
 */
export const settlementFigures = z.object({
  /** Purchases that were paid. */
  sales: z.int(),
  /** Tickets of those purchases, whatever of them went back since: they go with what was paid, not with what is kept. */
  tickets: z.int(),
  /** By buyers, the service fee with it. */
  paidCents: cents,
  /** Refunded to buyers, by any party. */
  refundedCents: cents,
  /** The platform's fee, borne by buyer or company, less its refunds. */
  platformCents: cents,
  /** Mercado Pago's charges. */
  providerCents: cents,
  /** Promoters' commissions. */
  commissionCents: cents,
  /** Before the costs. */
  keptCents: cents,
  /** Costs that the company entered. */
  costCents: cents,
})
export type SettlementFigures = z.infer<typeof settlementFigures>

/**
 * When the company may use what it keeps through Mercado Pago: released, to be released and without a date are together what it
 * keeps of the payments there, which with the cash is what it keeps before commissions.
 */
export const settlementRelease = z.object({
  /** Already the company's to use, less what went back or was kept of it since. */
  releasedCents: cents,
  lastReleasedAt: z.nullable(instant),
  toReleaseCents: cents,
  /** The first and the last moment at which something is let go; null where nothing is awaited. */
  releasesFrom: z.nullable(instant),
  releasesUntil: z.nullable(instant),
  /** Payments without a release date from Mercado Pago. */
  undatedCents: cents,
  undatedPayments: z.int(),
  /** Cash sales less the platform's fee; this money never reaches Mercado Pago. */
  cashCents: cents,
})
export type SettlementRelease = z.infer<typeof settlementRelease>

/** Whether Mercado Pago says the same of the payments. */
export const settlementControl = z.object({
  /** When all that can be compared last was, to the end; null while it never was. */
  checkedAt: z.nullable(instant),
  /** That is too long ago to say that all agrees. */
  isOld: z.boolean(),
  /** Sales of the days and event asked for that were compared by then. */
  payments: z.int(),
  /** Accounts that sold and cannot be compared until their owner connects them again. */
  unreadAccounts: z.int(),
  /** Payments of the company that do not agree, and by how much together. */
  differences: z.int(),
  differenceCents: cents,
})
export type SettlementControl = z.infer<typeof settlementControl>

/** The fall, and where part of what is kept is. */
const settledFigures = z.extend(settlementFigures, {
  /** Of what is kept and of the cash, what promoters took in person and have not handed in; below zero what they handed in too much. */
  promoterCashCents: cents,
})
export type SettledFigures = z.infer<typeof settledFigures>

export const settlementRow = z.extend(settledFigures, {
  id: z.uuid(),
  name: z.string(),
  startDate: z.nullable(instant),
})
export type SettlementRow = z.infer<typeof settlementRow>

export const getSettlement = endpoint({
  method: 'GET',
  path: '/api/v1/company/{companyId}/settlement',
  summary: 'Lo que vendió una organización y lo que le queda, por evento y por período',
  access: companyOwners,
  whileImpersonating: 'read',
  params: z.object({ companyId: idOf('company') }),
  query: z
    .object({
      ...pageQuery(20),
      /** Its first day and its last, both counted, in Argentina. */
      from: z.optional(dateInput),
      until: z.optional(dateInput),
      eventId: z.optional(idOf('event')),
      sort: z._default(z.enum(['date', 'name', 'paid', 'kept']), 'date'),
      order: z._default(z.enum(['asc', 'desc']), 'desc'),
    })
    .check(inOrder('from', 'until')),
  response: z.object({
    /** Of all its events, on whatever page they are. */
    totals: settledFigures,
    /** The first and the last day on which something moved. */
    movedFrom: z.nullable(localDate),
    movedUntil: z.nullable(localDate),
    events: z.array(settlementRow),
    release: settlementRelease,
    control: settlementControl,
    pagination: pagination('totalEvents'),
  }),
  failures: ['company_not_found'],
})

export const exportSettlement = csvOf(getSettlement, 'Lo que vendió una organización y lo que le queda, en un archivo')
export const exportSettlementSheet = xlsxOf(
  getSettlement,
  'Lo que vendió una organización y lo que le queda, en una planilla de cálculo',
)
