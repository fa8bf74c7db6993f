/** One more person in a company. */
import type { CompanyRole } from '#contract/roles.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { insertMember } from './store.ts'

/** Adds `userId` with a role; one person belongs to one company, a second one breaks the unique index. */
export async function addMember(
  app: App,
  by: AuditOrigin,
  { companyId, userId, role }: { companyId: string; userId: string; role: CompanyRole },
): Promise<void> {
  await inTransaction(app, async (app) => {
    await insertMember(app, companyId, userId, role)
    await audit(app, by, {
      action: 'company.add_member',
      objectType: 'company',
      objectId: companyId,
      after: { userId, role },
    })
  })
  app.bus.publish('accounts.changed', userId)
}
