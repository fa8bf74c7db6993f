/** A company's events on its public profile. */
import { sql, type RawBuilder } from 'kysely'
import type { getCompanyEvents } from '#contract/events/events-company.ts'
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import type { App } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { seesEveryCompany } from '#server/modules/companies/access.ts'
import { findCompanyProfile } from '#server/modules/companies/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { cardOf } from './event-card.ts'
import { isExpired, selectCards } from '../queries.ts'
import { managedBy, rowsWithin } from '../reach.ts'

type Query = ParsedInput<typeof getCompanyEvents>['query']

const WANTED: Record<NonNullable<Query['state']> | 'any', RawBuilder<boolean>> = {
  // Private or not: whose private ones they see is asked apart.
  any: sql`events_is_public(e.state, false)`,
  active: sql`events_is_to_come(e.state, false, e.expires_at, (select app_now()))`,
  success: sql`e.state = 'success' or (e.state = 'active' and ${isExpired})`,
  cancelled: sql`e.state = 'cancelled'`,
  inactive: sql`e.state = 'inactive'`,
  pending: sql`e.state = 'pending'`,
}
const isPublic = sql<boolean>`events_is_public(e.state, e.is_private)`

/**
 * A page of a company's events: what is to come by start, anything else newest first. Lists use the expiry rule: `active`
 * is what is not past, `success` what is (rule R2.3); without a state, everything that was ever published. What is
 * private, inactive or pending only its own people, assigned commercials and administrators see (rule R7.3);
 * for others there is none. Throws `company_not_found`.
 */
export async function getEventsOfCompany(
  app: App,
  { actor, params: { nameOrId }, query }: Call<typeof getCompanyEvents>,
): Promise<Answer<typeof getCompanyEvents>> {
  const company = await findCompanyProfile(app, nameOrId, { includeHidden: actor !== null && seesEveryCompany(actor) })
  if (!company) throw new Failure('company_not_found')
  const events = app.db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.company_id', '=', company.id)
    .where(sql<boolean>`(${WANTED[query.state ?? 'any']}) and (${visibleTo(actor)})`)
  const order = query.state === 'active' ? 'asc' : 'desc'
  return pageOf(
    events,
    { ...query, sort: 'start', order },
    {
      rows: 'events',
      id: 'e.id',
      sort: { start: 'e.starts_at' },
      read: (page) => selectCards(app.db, page).execute(),
      map: (row) => cardOf(row),
      more: () => Promise.resolve({ company }),
    },
  )
}

function visibleTo(actor: Actor | null): RawBuilder<boolean> {
  if (!actor) return isPublic
  if (seesEveryCompany(actor)) return sql<boolean>`true`
  return sql<boolean>`${isPublic} or ${rowsWithin(managedBy(actor))}`
}
