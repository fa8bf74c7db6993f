/** Reads about tickets that were handed on. */
import type { App } from '#server/context.ts'
import { reachedContacts } from '#server/modules/accounts/contact/reached-contacts.ts'
import { flyerOf } from '#server/modules/events/queries.ts'

export type Transfer = NonNullable<Awaited<ReturnType<typeof findTransfer>>>

/** Returns what the notice to a ticket's giver says; undefined when the giver's account is closed. */
export function findTransfer(app: App, transferId: string) {
  return app.db
    .selectFrom('ticket_transfers as x')
    .innerJoin('tickets as t', 't.id', 'x.ticket_id')
    .innerJoin('ticket_types as y', 'y.id', 't.type_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('users as g', 'g.id', 'x.from_id')
    .select('g.name')
    .select(reachedContacts('g', true))
    .select(['e.name as eventName', flyerOf.as('flyer'), 'y.name as typeName', 't.number'])
    .where('x.id', '=', transferId)
    .where('g.state', '<>', 'deleted')
    .executeTakeFirst()
}

/** The transfers to an account that waited, of tickets which the account it was merged into still holds. */
export async function findTransfersTo(app: App, waitedId: string, holderId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('tickets as t')
    .innerJoin('ticket_transfers as x', (join) =>
      join.onRef('x.ticket_id', '=', 't.id').onRef('x.epoch', '=', 't.epoch').on('x.to_id', '=', waitedId),
    )
    .select('x.id')
    .where('t.holder_id', '=', holderId)
    .execute()
  return rows.map(({ id }) => id)
}
