/** The tickets of a person for one night. */
import { sql } from 'kysely'
import type { App } from '#server/context.ts'
import { nightOf } from '#server/modules/events/night.ts'
import { flyerOf } from '#server/modules/events/queries.ts'
import { makeLinkToken } from './link-token.ts'

export type TicketOfNight = Awaited<ReturnType<typeof listTicketsOfNight>>[number]

/** A person's tickets that open a door on a night, with the tokens of their links; none of events that began. */
export async function listTicketsOfNight(app: App, holderId: string, night: string) {
  const rows = await app.db
    .selectFrom('tickets as t')
    .innerJoin('ticket_types as y', 'y.id', 't.type_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['t.id', 't.epoch', 't.number', 'y.name as typeName', 'e.id as eventId', 'e.name as eventName'])
    .select([flyerOf.as('flyer'), 'e.starts_at as startsAt'])
    .select(sql<string>`concat_ws(', ', nullif(e.venue_name, ''), nullif(e.city, ''))`.as('place'))
    .where('t.holder_id', '=', holderId)
    .where('t.state', '=', 'valid')
    .where('e.state', '=', 'active')
    .where(sql<boolean>`e.starts_at > app_now() and ${nightOf(sql`e.starts_at`)} = ${night}::date`)
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .orderBy('t.order_id')
    .orderBy('t.position')
    .orderBy('t.id')
    .execute()
  return rows.map(({ id, epoch, ...row }) => ({ ...row, linkToken: makeLinkToken(app.vault, id, epoch) }))
}
