/** A company's events on its public profile. */
import { sql, type RawBuilder } from 'kysely'
import type { getCompanyEvents } from '#contract/companies.ts'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { paginate } from '#contract/pagination.ts'
import type { App } from '#server/context.ts'
import { findCompanyProfile } from '#server/modules/companies/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { cardOf } from './event-card.ts'
import { countEvents, isExpired, selectCards } from './queries.ts'

type Query = ParsedInput<typeof getCompanyEvents>['query']

const WANTED: Record<NonNullable<Query['state']> | 'any', RawBuilder<boolean>> = {
  any: sql`e.state in ('active', 'success', 'cancelled')`,
  active: sql`e.state = 'active' and not ${isExpired}`,
  success: sql`e.state = 'success' or (e.state = 'active' and ${isExpired})`,
  cancelled: sql`e.state = 'cancelled'`,
  inactive: sql`e.state = 'inactive'`,
  pending: sql`e.state = 'pending'`,
}
const isPublic = sql<boolean>`not e.is_private and e.state in ('active', 'success', 'cancelled')`

/**
 * A page of a company's events: what is to come by start, anything else newest first. Lists use the expiry rule: `active`
 * is what is not past, `success` what is (rule R2.3); without a state, everything that was ever published. What is
 * private, inactive or pending only its own people, assigned commercials and administrators see (rule R7.3);
 * for others there is none. Throws `company_not_found`.
 */
export async function getEventsOfCompany(
  app: App,
  actor: Actor | null,
  nameOrId: string,
  { page, limit, state }: Query,
): Promise<Answer<typeof getCompanyEvents>> {
  const company = await findCompanyProfile(app, nameOrId, { includeHidden: actor !== null && seesEveryCompany(actor) })
  if (!company) throw new Failure('company_not_found')
  const condition = sql<boolean>`e.company_id = ${company.id} and (${WANTED[state ?? 'any']}) and (${visibleTo(actor, company.id)})`
  const [rows, total] = await Promise.all([
    selectCards(
      app.db,
      app.db
        .selectFrom('events as e')
        .select('e.id')
        .where(condition)
        .$if(state === 'active', (events) => events.orderBy('e.starts_at', (order) => order.asc().nullsLast()))
        .orderBy('e.starts_at', (order) => order.desc().nullsFirst())
        .orderBy('e.id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit),
    ).execute(),
    countEvents(app, condition),
  ])
  const pagination = paginate('totalEvents', { page, limit, total })
  return { company, events: rows.map(cardOf), pagination }
}

function seesEveryCompany(actor: Actor): boolean {
  return actor.roles.some((role) => role === 'godAdmin' || role === 'legal' || role === 'admin')
}

function visibleTo(actor: Actor | null, companyId: string): RawBuilder<boolean> {
  if (!actor) return isPublic
  if (seesEveryCompany(actor) || actor.companyId === companyId) return sql<boolean>`true`
  const assigned = actor.eventRoles.filter(({ kind }) => kind === 'COMERCIAL').map(({ eventId }) => eventId)
  return sql<boolean>`${isPublic} or e.id = any(${assigned}::uuid[])`
}
