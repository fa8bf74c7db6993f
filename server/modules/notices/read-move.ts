/** Reads what changed of an event, and what of the reader's money may be refunded for it. */
import type { getMove, getOwnMove, Move } from '#contract/events/notices-moves.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { personOfToken } from '#server/shared/link-token.ts'
import { findMove, listOpenMoves, showMove } from './queries-moves.ts'

/** By a notice's link, else by the session, with the purchases of that payer alone; a public event's change is public. Throws `move_not_found`. */
export async function readMove(app: App, { actor, params: { id }, query }: Call<typeof getMove>): Promise<Move> {
  const record = await findMove(app, id)
  if (!record) throw new Failure('move_not_found')
  const byLink = personOfToken(app.vault, { kind: 'move-link', id }, query.token)
  const move = await showMove(app, record, byLink ?? actor?.userId ?? null)
  // A private event's change is for its payers alone.
  if (!record.isPublic && byLink === null && (move.tickets ?? []).length === 0) throw new Failure('move_not_found')
  return move
}

/** The event's newest open move that concerns something that the caller paid; null where there is none. */
export async function readOwnMove(app: App, { actor, query }: Call<typeof getOwnMove>): Promise<{ move: Move | null }> {
  for (const record of await listOpenMoves(app, query.eventId)) {
    const move = await showMove(app, record, actor.userId)
    if (move.isOpen && move.tickets !== null && move.tickets.length > 0) return { move }
  }
  return { move: null }
}
