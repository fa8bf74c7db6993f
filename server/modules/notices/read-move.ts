/** Reads what changed of an event, and what of the reader's money may be refunded for it. */
import type { Move } from '#contract/notices-moves.ts'
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { personOfToken } from '#server/shared/link-token.ts'
import { findMove, listOpenMoves, showMove } from './queries-moves.ts'

/** By a notice's link, else by the session, with the purchases of that payer alone; a public event's change is public. Throws `move_not_found`. */
export async function readMove(app: App, actor: Actor | null, id: string, token: string | undefined): Promise<Move> {
  const record = await findMove(app, id)
  if (!record) throw new Failure('move_not_found')
  const byLink = personOfToken(app.vault, { kind: 'move-link', id }, token)
  const move = await showMove(app, record, byLink ?? actor?.userId ?? null)
  // A private event's change is for its payers alone.
  if (!record.isPublic && byLink === null && (move.tickets ?? []).length === 0) throw new Failure('move_not_found')
  return move
}

/** The event's newest open move that concerns something that the caller paid; null where there is none. */
export async function readOwnMove(app: App, actor: Actor, eventId: string): Promise<{ move: Move | null }> {
  for (const record of await listOpenMoves(app, eventId)) {
    const move = await showMove(app, record, actor.userId)
    if (move.tickets !== null && move.tickets.length > 0) return { move }
  }
  return { move: null }
}
