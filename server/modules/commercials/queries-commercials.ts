/** Commercials and the events that they look after. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type * as contract from '#contract/events/commercials.ts'
import type { CommercialEvent } from '#contract/events/commercials.ts'
import type { App } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'

const assignedEvents = sql<number>`(
  select count(*)::int from event_staff s where s.user_id = u.id and s.kind = 'COMERCIAL')`

/** People with the role by name or by an event. A commercial finds themselves alone. */
function selectCommercials(app: App, actor: Actor) {
  return app.db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.mail', 'u.phone', 'u.profile_image_id as urlProfileImgId'])
    .where('u.state', '<>', 'deleted')
    .where(
      sql<boolean>`(exists (select from user_roles r where r.user_id = u.id and r.role = 'COMERCIAL')
        or exists (select from event_staff s where s.user_id = u.id and s.kind = 'COMERCIAL'))`,
    )
    .$if(!isAdministrator(actor), (own) => own.where('u.id', '=', actor.userId))
}

export function listCommercials(
  app: App,
  { actor, query }: Call<typeof contract.listCommercials>,
): Promise<Answer<typeof contract.listCommercials>> {
  return pageOf(selectCommercials(app, actor).select(assignedEvents.as('assignedEvents')), query, {
    rows: 'commercials',
    id: 'u.id',
    sort: { name: sql`plain_text(u.name)`, events: assignedEvents },
    search: ['u.name'],
    map: ({ assignedEvents, ...user }) => ({ id: user.id, user: { ...user, username: user.name }, assignedEvents }),
  })
}

/** Throws `person_not_found` for a person who is no commercial, and to a commercial for all others. */
export async function listCommercialEvents(
  app: App,
  { actor, params, query }: Call<typeof contract.listCommercialEvents>,
): Promise<Answer<typeof contract.listCommercialEvents>> {
  const found = await selectCommercials(app, actor).where('u.id', '=', params.userId).executeTakeFirst()
  if (!found) throw new Failure('person_not_found')
  const events = app.db
    .selectFrom('event_staff as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['e.id', 'e.name', 'c.name as companyName', 'e.starts_at as startDate', 's.created_at as assignedAt'])
    .select(sql<CommercialEvent['state']>`e.state`.as('state'))
    .where('s.user_id', '=', params.userId)
    .where('s.kind', '=', 'COMERCIAL')
  const page = await pageOf(events, query, {
    rows: 'events',
    id: 'e.id',
    sort: { date: 'e.starts_at', name: 'e.plain_name', assignedAt: 's.created_at' },
    search: ['e.name'],
  })
  return { ...page, user: { ...found, username: found.name } }
}
