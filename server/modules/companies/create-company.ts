/** A new company with its owner. */
import { inTransaction, type App, type Core, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { companySlug, numberedSlug } from './company-slug.ts'
import { insertCompany, insertMember } from './store.ts'

export interface CompanyInput {
  readonly name: string
  readonly ownerId: string
  readonly description?: string
  readonly imageId?: string
  /** Until approved it publishes nothing and connects no payment account. */
  readonly state: 'pending' | 'approved'
}

const MAX_ATTEMPTS = 100

/**
 * Makes the company under the first free slug of its name; the owner's rights count from their next request. Joins the caller's
 * transaction. Throws `already_organizer` for a person who is in a company.
 */
export async function createCompany(
  app: App | Tx,
  by: AuditOrigin,
  input: CompanyInput,
): Promise<{ id: string; slug: string }> {
  return inTransaction(app, async (app) => {
    const id = newId()
    const slug = await insertUnderFreeSlug(app, id, input)
    if (!(await insertMember(app, id, input.ownerId, 'owner'))) throw new Failure('already_organizer')
    await audit(app, by, 'company.create', ['company', id], {
      after: { name: input.name, slug, state: input.state, ownerId: input.ownerId },
    })
    forgetSessions(app, input.ownerId)
    return { id, slug }
  })
}

async function insertUnderFreeSlug(app: Core, id: string, input: CompanyInput): Promise<string> {
  const { name, description = null, imageId = null, state } = input
  const base = companySlug(name)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const slug = numberedSlug(base, attempt)
    if (await insertCompany(app, { id, name, slug, description, imageId, state })) return slug
  }
  // A name that a hundred others have: the id makes it unique.
  const slug = `${base}-${id}`
  await insertCompany(app, { id, name, slug, description, imageId, state })
  return slug
}
