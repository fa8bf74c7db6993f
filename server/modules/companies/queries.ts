/** Reads of companies. */
import { sql, type RawBuilder } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { CompanyProfile } from '#contract/companies/companies.ts'
import type { CompanyRow, listCompanies as endpoint } from '#contract/companies/companies-managed.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import { DEFAULT_FEE_TERMS, type FeeTerms } from '#contract/values/prices.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import type { SitemapEntry } from '#server/http/page-head.ts'
import { Failure } from '#server/shared/failure.ts'
import { paidSales } from './payment-account/queries.ts'
import { companySlug } from './company-slug.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The profile of the company with this id, name, or address that it has or had, or null. Companies that are not approved are hidden
 * unless `includeHidden`.
 */
export async function findCompanyProfile(
  app: Core,
  nameOrId: string,
  { includeHidden = false } = {},
): Promise<CompanyProfile | null> {
  const row = await app.db
    .selectFrom('companies as c')
    .select(['c.id', 'c.name', 'c.slug', 'c.image_id as imagen', 'c.description as descripcion'])
    .select(
      sql<CompanyProfile['cover']>`(
        select json_build_object('id', i.id, 'width', i.width, 'height', i.height) from images i where i.id = c.cover_id)`.as(
        'cover',
      ),
    )
    .select((eb) =>
      jsonBuildObject({
        instagram: eb.ref('c.instagram'),
        facebook: eb.ref('c.facebook'),
        tiktok: eb.ref('c.tiktok'),
        x: eb.ref('c.x'),
        website: eb.ref('c.website'),
      }).as('networks'),
    )
    .select((eb) =>
      eb
        .selectFrom('events as e')
        .whereRef('e.company_id', '=', 'c.id')
        .where(sql<boolean>`events_is_to_come(e.state, e.is_private, e.expires_at, (select app_now()))`)
        .select(sql<number>`count(*)::int`.as('total'))
        .as('totalActiveEvents'),
    )
    .where((eb) =>
      UUID.test(nameOrId)
        ? eb('c.id', '=', nameOrId)
        : eb(
            'c.id',
            '=',
            eb.selectFrom('company_slugs').select('company_id').where('slug', '=', companySlug(nameOrId)),
          ),
    )
    .$if(!includeHidden, (query) => query.where('c.state', '=', 'approved'))
    .executeTakeFirst()
  return row ? { ...row, totalActiveEvents: row.totalActiveEvents ?? 0 } : null
}

/** The public profile; throws `company_not_found`. */
export async function getCompanyProfile(
  app: Core,
  nameOrId: string,
  options: { includeHidden?: boolean } = {},
): Promise<CompanyProfile> {
  const profile = await findCompanyProfile(app, nameOrId, options)
  if (!profile) throw new Failure('company_not_found')
  return profile
}

/** Whether a company exists and is approved; null when there is none. */
export async function isCompanyApproved(app: Core, companyId: string): Promise<boolean | null> {
  const row = await app.db.selectFrom('companies').select('state').where('id', '=', companyId).executeTakeFirst()
  return row ? row.state === 'approved' : null
}

/** Profiles that have something to show, for the sitemap. */
export async function listCompanyPages(app: App): Promise<SitemapEntry[]> {
  const rows = await app.db
    .selectFrom('companies as c')
    .select('c.slug')
    .where('c.state', '=', 'approved')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('events as e')
          .select(sql`1`.as('one'))
          .whereRef('e.company_id', '=', 'c.id')
          .where(sql<boolean>`events_is_listed(e.state, e.is_private)`),
      ),
    )
    .orderBy('c.slug')
    .execute()
  return rows.map(({ slug }) => ({ path: paths.company(slug) }))
}

/** Every company, with what its events of today would be charged. */
export function listCompanies(app: App, { query }: Call<typeof endpoint>): Promise<Answer<typeof endpoint>> {
  const ofCompany = (condition: RawBuilder<boolean>) =>
    sql<number>`(select count(*)::int from events e where e.company_id = c.id and ${condition})`
  const rows = app.db
    .selectFrom('companies as c')
    .$if(query.state !== undefined, (select) => select.where('c.state', '=', query.state ?? ''))
    .select(['c.id', 'c.name', 'c.slug', 'c.state', 'c.created_at as createdAt'])
    .select(ofCompany(sql`true`).as('totalEvents'))
    .select(
      ofCompany(sql`events_is_to_come(e.state, e.is_private, e.expires_at, (select app_now()))`).as(
        'totalActiveEvents',
      ),
    )
    .select(paidSales.canSellPaid(sql.ref('c.id')).as('canSellPaid'))
    .select(paidSales.areSalesStopped(sql.ref('c.id')).as('areSalesStopped'))
    .select(
      sql<FeeTerms | null>`(
        select json_build_object('percentBps', f.percent_bps, 'fixedCents', f.fixed_cents,
                                 'leastCents', f.least_cents, 'mostCents', f.most_cents)
          from company_fees f where f.company_id = c.id and f.applies_from <= app_now()
         order by f.applies_from desc, f.created_at desc limit 1)`.as('serviceFee'),
    )
  return pageOf(rows, query, {
    rows: 'companies',
    id: 'c.id',
    sort: { name: sql`plain_text(c.name)`, createdAt: 'c.created_at', events: ofCompany(sql`true`) },
    search: ['c.name'],
    map: (row) => ({
      ...row,
      state: row.state as CompanyRow['state'], // CHECK on the column
      serviceFee: row.serviceFee ?? DEFAULT_FEE_TERMS,
    }),
  })
}
