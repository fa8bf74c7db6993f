/** The only SQL that writes companies, their members and their payment accounts. */
import { sql } from 'kysely'
import type { CompanyRole } from '#contract/api/roles.ts'
import type { Core } from '#server/context.ts'
import { insertNew, updateRows } from '#server/db/rows.ts'

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

interface NewCompany {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly imageId: string | null
  readonly state: string
}

/** Adds a company with its address; false when a company has or had that one. */
export async function insertCompany(app: Core, company: NewCompany): Promise<boolean> {
  const { id, name, slug, description, imageId, state } = company
  const { numAffectedRows } = await sql`
    with taken as (
      insert into company_slugs (slug, company_id) values (${slug}, ${id}::uuid) on conflict do nothing returning *
    )
    insert into companies (id, name, slug, description, image_id, state)
    select company_id, ${name}, slug, ${description}, ${imageId}, ${state} from taken`.execute(app.db)
  return numAffectedRows === 1n
}

/** Takes an address for a company, for good; false when another has or had it. */
export async function takeSlug(app: Core, companyId: string, slug: string): Promise<boolean> {
  if (await insertNew(app.db, 'company_slugs', { slug, companyId })) return true
  const row = await app.db.selectFrom('company_slugs').select('company_id').where('slug', '=', slug).executeTakeFirst()
  return row?.company_id === companyId
}

type ProfileText = 'name' | 'slug' | 'description' | 'instagram' | 'facebook' | 'tiktok' | 'x' | 'website'
type ProfileFields = Readonly<
  Record<ProfileText, string | undefined> & Record<'image_id' | 'cover_id', string | null | undefined>
>

/** What is undefined keeps its value. */
export async function updateProfile(app: Core, id: string, fields: ProfileFields): Promise<void> {
  await app.db
    .updateTable('companies')
    .set({ id, ...fields })
    .where('id', '=', id)
    .execute()
}

/** Serializes changes of a company's people and profile; gives what a person is in it at this moment. Call it in a transaction. */
export async function lockForChange(app: Core, companyId: string, userId: string): Promise<CompanyRole | null> {
  await app.db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  const row = await app.db
    .selectFrom('company_members')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? (row.role as CompanyRole) : null // CHECK on the column
}

interface Invitation {
  readonly givenBy: string
  readonly givenTo: string
  readonly givenName: string | null
}

/** Adds a person to a company; false when they are in one already: one company per person. */
export function insertMember(
  app: Core,
  companyId: string,
  userId: string,
  role: CompanyRole,
  invitation?: Invitation,
): Promise<boolean> {
  return insertNew(app.db, 'company_members', { companyId, userId, role, ...invitation })
}

export async function setMemberRole(app: Core, companyId: string, userId: string, role: CompanyRole): Promise<void> {
  await updateRows(app.db, 'company_members', { companyId, userId }, { role })
}

export async function deleteMember(app: Core, companyId: string, userId: string): Promise<void> {
  await app.db.deleteFrom('company_members').where('company_id', '=', companyId).where('user_id', '=', userId).execute()
}

/** Takes a person out of their company; gives what they were in it. */
export function deleteMemberships(app: Core, userId: string): Promise<{ companyId: string; role: string }[]> {
  return app.db
    .deleteFrom('company_members')
    .where('user_id', '=', userId)
    .returning(['company_id as companyId', 'role'])
    .execute()
}
