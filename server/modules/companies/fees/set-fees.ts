/** A god admin says what the platform charges a company. */
import type { CompanyFees, updateCompanyFees } from '#contract/companies/companies-fees.ts'
import { fromLocal, toLocalDate } from '#contract/values/dates.ts'
import { feeWords } from '#contract/values/fee-words.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { lockCompany } from '../payment-account/store.ts'
import { notifyFees } from './notify-fees.ts'
import { findFeeTerms, findTermsAround, getFees } from './queries.ts'
import { insertFees } from './store.ts'

/**
 * Sets the terms of the events that the company makes from a day on (rule R7.6); those that stand keep theirs. For a day that
 * already had terms these take their place. Throws `invalid_input` naming `appliesFrom` for a day that is past.
 */
export async function setFees(
  app: App,
  { actor, proof: companyId, body: { appliesFrom, ...terms } }: Call<typeof updateCompanyFees>,
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
    // Owners compare with the terms that they were notified of for that day, if any.
    if (feeWords(announced ?? until) !== feeWords(terms)) {
      const appliesFrom = from ?? app.clock.now()
      await notifyFees(app, companyId, { before: until, announced, after: terms, appliesFrom })
    }
    return getFees(app, companyId)
  })
}
