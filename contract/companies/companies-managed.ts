/** The companies, as those see them who look after all of them. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { feeTerms } from '#contract/values/prices.ts'
import { line } from '#contract/values/text.ts'

export const COMPANY_STATES = ['pending', 'approved', 'needs_changes', 'rejected', 'blocked'] as const
export type CompanyState = (typeof COMPANY_STATES)[number]

export const companyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  state: z.enum(COMPANY_STATES),
  createdAt: instant,
  /** All that it ever made, drafts too. */
  totalEvents: z.int(),
  totalActiveEvents: z.int(),
  canSellPaid: z.boolean(),
  /** Its account is connected, and its paid types wait until refunds without balance are made. */
  areSalesStopped: z.boolean(),
  /** Of the events that it makes today. */
  serviceFee: feeTerms,
})
export type CompanyRow = z.infer<typeof companyRow>

export const listCompanies = listOf({
  path: '/api/v1/admin/companies',
  summary: 'Las organizaciones, con su estado, sus eventos y su cargo por servicio',
  access: { roles: ['admin', 'legal', 'godAdmin'] },
  whileImpersonating: 'read',
  rows: { companies: companyRow },
  filters: {
    state: z.optional(z.enum(COMPANY_STATES)),
    /** Words of the name. */
    search: z.optional(line({ max: 100 })),
  },
  sort: ['name', 'createdAt', 'events'],
  order: 'asc',
  failures: [],
})

export const exportCompanies = csvOf(listCompanies, 'Las organizaciones, en un archivo')
export const exportCompaniesSheet = xlsxOf(listCompanies, 'Las organizaciones, en una planilla de cálculo')
