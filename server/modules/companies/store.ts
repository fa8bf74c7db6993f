/** The only SQL that writes companies, their members and their payment accounts. */
import { sql } from 'kysely'
import type { CompanyRole } from '#contract/api/roles.ts'
import type { Core } from '#server/context.ts'
import { insertNew, insertRow, type RowFields } from '#server/db/rows.ts'

/** Takes paid types of a company off sale, or lets them be sold again; false when nothing changed. */
export async function setPaidSalesStopped(app: Core, companyId: string, isStopped: boolean): Promise<boolean> {
  const updated = await app.db
    .updateTable('companies')
    .set({ paid_sales_stopped_at: isStopped ? sql`app_now()` : null })
    .where('id', '=', companyId)
    .where('paid_sales_stopped_at', isStopped ? 'is' : 'is not', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Adds a company; false when its slug is taken. */
export function insertCompany(app: Core, company: RowFields<'companies'>): Promise<boolean> {
  return insertNew(app.db, 'companies', company)
}

/** Adds a person to a company. One company per person: a second one raises `company_members_user_id_key`. */
export async function insertMember(app: Core, companyId: string, userId: string, role: CompanyRole): Promise<void> {
  await insertRow(app.db, 'company_members', { companyId, userId, role })
}

/** Takes a person out of their company; gives what they were in it. */
export function deleteMemberships(app: Core, userId: string): Promise<{ companyId: string; role: string }[]> {
  return app.db
    .deleteFrom('company_members')
    .where('user_id', '=', userId)
    .returning(['company_id as companyId', 'role'])
    .execute()
}
