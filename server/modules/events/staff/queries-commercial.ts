/** Who looks after an event for the platform. */
import { sql } from 'kysely'
import type { Core, Db, Tx } from '#server/context.ts'

/** Whether a person has the role of commercial by name, in an active account. Who takes it away waits for this transaction. */
export async function isCommercial(app: Tx, userId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .select('u.id')
    .where('u.id', '=', userId)
    .where('u.state', '=', 'active')
    .where('r.role', '=', 'COMERCIAL')
    .forShare('r')
    .executeTakeFirst()
  return row !== undefined
}

/** The commercial of an event. */
export async function findCommercial(app: Core, eventId: string): Promise<{ id: string; name: string } | undefined> {
  return app.db
    .selectFrom('event_staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.name'])
    .where('s.event_id', '=', eventId)
    .where('s.kind', '=', 'COMERCIAL')
    .executeTakeFirst()
}

/** An event with its company and its commercial, to write to the company's people; the commercial's fields are null without one. */
export async function findLookedAfter(app: Core, eventId: string) {
  return app.db
    .selectFrom('events as e')
    .leftJoin('event_staff as s', (join) => join.onRef('s.event_id', '=', 'e.id').on('s.kind', '=', 'COMERCIAL'))
    .leftJoin('users as u', 'u.id', 's.user_id')
    .select(['e.name as eventName', 'e.company_id as companyId', 'u.id as commercialId', 'u.name as commercialName'])
    .where('e.id', '=', eventId)
    .executeTakeFirstOrThrow()
}

/**
 * The WhatsApp of the commercial of a company's next event: of those to come that have one the soonest, and without any the
 * last one made of the drafts without a date. Only a verified number counts.
 */
export async function findCommercialNumber(db: Db, companyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('events as e')
    .innerJoin('event_staff as s', (join) => join.onRef('s.event_id', '=', 'e.id').on('s.kind', '=', 'COMERCIAL'))
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.phone')
    .where('e.company_id', '=', companyId)
    .where('e.state', 'in', ['pending', 'active', 'inactive'])
    .where(sql<boolean>`coalesce(e.expires_at > app_now(), true)`)
    .where('u.state', '=', 'active')
    .where('u.phone_proved_at', 'is not', null)
    .orderBy('e.starts_at', (order) => order.asc().nullsLast())
    .orderBy('e.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.phone ?? null
}
