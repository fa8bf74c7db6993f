/** Puts tickets in line to be sent to their holders. */
import type { RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import { newId } from '#server/shared/ids.ts'
import { openChannels, type Channel } from './send-message.ts'
import { insertDeliveries, requeueDelivery } from './store.ts'

export interface TicketInHand {
  readonly ticketId: string
  readonly epoch: number
}

/**
 * Queues each batch, the tickets that one holder gets together, once per open channel. Call it inside the transaction
 * that makes the tickets: the rows exist only if that commits, and no job is enqueued. Repeating it changes nothing.
 */
export async function queueTicketDeliveries(app: Core, batches: readonly (readonly TicketInHand[])[]): Promise<void> {
  await ticketDeliveries(app, batches).execute(app.db)
}

/** The same as a statement, for a transaction that sends several at once. */
export function ticketDeliveries(app: Core, batches: readonly (readonly TicketInHand[])[]): RawBuilder<unknown> {
  const rows = openChannels(app).flatMap((channel) =>
    batches.flatMap((batch) => {
      const ids = batch.map(() => newId())
      return batch.map((ticket, index) => ({ ...ticket, channel, id: ids[index] ?? '', groupId: ids[0] ?? '' }))
    }),
  )
  return insertDeliveries(rows)
}

/** Queues one ticket once more, by itself; the worker sends it within a second. */
export function queueTicketAgain(app: Core, ticket: TicketInHand, channel: Channel): Promise<void> {
  return requeueDelivery(app, { ...ticket, channel, id: newId() })
}
