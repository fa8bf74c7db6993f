/** A person who leaves stops being of a company. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { deleteMemberships } from './store.ts'

/** Ends a person's memberships. Whether a company may be left without an owner is the caller's to ask. Again, it does nothing. */
export async function leaveCompany(app: App, userId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    for (const { companyId, role } of await deleteMemberships(app, userId)) {
      await audit(app, SYSTEM, 'company.remove_member', ['company', companyId], { before: { userId, role } })
    }
  })
}
