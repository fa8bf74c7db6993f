/** Runs one change of a company by its members, with its check of roles and its audit row. */
import type { Proof, CompanyRole } from '#contract/api/roles.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditChange } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { lockForChange } from './store.ts'

interface CompanyAct extends AuditChange {
  /** Action of its audit row. */
  readonly audit: string
  /** Roles of the company that may; god admins may too. */
  readonly by: readonly CompanyRole[]
}

interface ActOn {
  /** The actor's role in the company, read under the lock; null for a god admin who is no member. */
  readonly role: CompanyRole | null
  /** Adds to the audit row what is known only now. */
  record(change: AuditChange): void
  /** Returns `result` and leaves no audit row: there was nothing to change. */
  unchanged<Result>(result: Result): Result
}

/**
 * Runs `work` in a transaction that holds the company and writes its audit row. The actor's role is read under the lock: a session is up
 * to 5 seconds old, and a member who was just removed must not remove the remover. Throws `owner_only` where only owners may, else
 * `company_role_not_allowed`.
 */
export async function actOnCompany<Result>(
  app: App,
  actor: Actor,
  companyId: Proof<'managedCompany'>,
  { audit: action, by, ...change }: CompanyAct,
  work: (app: Tx, on: ActOn) => Promise<Result>,
): Promise<Result> {
  return inTransaction(app, async (app) => {
    const role = await lockForChange(app, companyId, actor.userId)
    const mayAct = actor.roles.includes('godAdmin') || (role !== null && by.includes(role))
    if (!mayAct) throw new Failure(by.includes('manager') ? 'company_role_not_allowed' : 'owner_only')
    let row: AuditChange | null = change
    const result = await work(app, {
      role,
      record: (more) => void (row = { ...row, ...more }),
      unchanged(same) {
        row = null
        return same
      },
    })
    if (row) await audit(app, actor, action, ['company', companyId], row)
    return result
  })
}
