/** A god admin says what the platform charges a company. */
import type { CompanyFees, updateCompanyFees } from '#contract/companies-fees.ts'
import { fromLocal, toLocalDate } from '#contract/dates.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { feeWords } from '#contract/fee-words.ts'
import type { FeeTerms } from '#contract/prices.ts'
import type { Proof } from '#contract/roles.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { listOwners } from '../payment-account/queries.ts'
import { lockCompany } from '../payment-account/store.ts'
import { findFeeTerms, findTermsAround, getFees } from './queries.ts'
import { insertFees } from './store.ts'

/**
 * Sets the terms of the events that the company makes from a day on (rule R7.6); those that stand keep theirs. For a day that
 * already had terms these take their place. Throws `invalid_input` naming `appliesFrom` for a day that is past.
 */
export async function setFees(
  app: App,
  actor: Actor,
  companyId: Proof<'managedCompany'>,
  { appliesFrom, ...terms }: ParsedInput<typeof updateCompanyFees>['body'],
): Promise<CompanyFees> {
  const today = toLocalDate(app.clock.now())
  const day = appliesFrom ?? today
  if (day < today)
    throw new Failure('invalid_input', [{ path: ['appliesFrom'], message: 'Elegí hoy o un día que venga' }])
  return inTransaction(app, async (app) => {
    await lockCompany(app, companyId)
    const before = await findFeeTerms(app, companyId)
    const from = day === today ? null : fromLocal(day, '00:00')
    const { until, announced } = from ? await findTermsAround(app, companyId, from) : { until: before, announced: null }
    await insertFees(app, { companyId, terms, appliesFrom: from, setBy: actor.userId })
    await audit(app, actor, 'company.fees', ['company', companyId], { before, after: { ...terms, appliesFrom: day } })
    // They go by what they were told for that day, if they were.
    if (feeWords(announced ?? until) !== feeWords(terms)) {
      const appliesFrom = from ?? app.clock.now()
      await tellOwners(app, { companyId, before: until, announced, after: terms, appliesFrom })
    }
    return getFees(app, companyId)
  })
}

async function tellOwners(
  app: Tx,
  news: { companyId: string; before: FeeTerms; announced: FeeTerms | null; after: FeeTerms; appliesFrom: string },
): Promise<void> {
  for (const { id: userId } of await listOwners(app, news.companyId)) {
    await app.queue.enqueue(app, 'companies.tell-fees', { ...news, userId, messageId: newId() })
  }
}
