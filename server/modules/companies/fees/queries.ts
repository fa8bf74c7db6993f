/** Reads of what the platform charges a company (rule R7.6). */
import { sql } from 'kysely'
import type { CompanyFees } from '#contract/companies/companies-fees.ts'
import { DEFAULT_FEE_TERMS, type FeeTerms } from '#contract/values/prices.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { Core } from '#server/context.ts'
import { toEpochMs } from '#server/shared/clock.ts'

type SetTerms = FeeTerms & { appliesFrom: string; isInForce: boolean }

/** A company's terms, newest first; of several for one moment only the last set counts. */
async function listTerms(app: Core, companyId: string): Promise<SetTerms[]> {
  return app.db
    .selectFrom('company_fees')
    .distinctOn('applies_from')
    .select(['percent_bps as percentBps', 'fixed_cents as fixedCents'])
    .select(['least_cents as leastCents', 'most_cents as mostCents', 'applies_from as appliesFrom'])
    .select(sql<boolean>`applies_from <= app_now()`.as('isInForce'))
    .where('company_id', '=', companyId)
    .orderBy('applies_from', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

const termsOf = ({ percentBps, fixedCents, leastCents, mostCents }: FeeTerms): FeeTerms => ({
  percentBps,
  fixedCents,
  leastCents,
  mostCents,
})

/** The terms of an event that the company creates now. */
export async function findFeeTerms(app: Core, companyId: string): Promise<FeeTerms> {
  const current = (await listTerms(app, companyId)).find(({ isInForce }) => isInForce)
  return current ? termsOf(current) : DEFAULT_FEE_TERMS
}

/** The terms of events created until a future moment, and those already set for that very moment, if any. */
export async function findTermsAround(
  app: Core,
  companyId: string,
  moment: string,
): Promise<{ until: FeeTerms; announced: FeeTerms | null }> {
  const [all, momentMs] = [await listTerms(app, companyId), toEpochMs(moment)]
  const last = all.find(({ appliesFrom }) => toEpochMs(appliesFrom) < momentMs)
  const same = all.find(({ appliesFrom }) => toEpochMs(appliesFrom) === momentMs)
  return { until: last ? termsOf(last) : DEFAULT_FEE_TERMS, announced: same ? termsOf(same) : null }
}

/** A company's present terms and those set for later. */
export async function getFees(app: Core, companyId: Proof<'managedCompany'>): Promise<CompanyFees> {
  const { name } = await app.db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const all = await listTerms(app, companyId)
  const current = all.find(({ isInForce }) => isInForce)
  return {
    companyName: name,
    current: current ? termsOf(current) : DEFAULT_FEE_TERMS,
    since: current?.appliesFrom ?? null,
    next: all
      .filter(({ isInForce }) => !isInForce)
      .toReversed()
      .map((terms) => ({ ...termsOf(terms), appliesFrom: terms.appliesFrom })),
  }
}
