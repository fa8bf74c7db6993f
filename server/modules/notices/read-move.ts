/** What changed of an event, and what money of whoever asks may go back for it. */
import type { Move } from '#contract/notices-moves.ts'
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { personOfToken } from '#server/shared/link-token.ts'
import { findMove, listOpenMoves, showMove } from './queries-moves.ts'

/**
 * By the link of a notice, else by the session, whose purchases alone it shows; anybody sees what changed of a public event.
 * Throws `move_not_found`.
 */
export async function readMove(app: App, actor: Actor | null, id: string, token: string | undefined): Promise<Move> {
  const record = await findMove(app, id)
  if (!record) throw new Failure('move_not_found')
  const byLink = personOfToken(app.vault, { kind: 'move-link', id }, token)
  const move = await showMove(app, record, byLink ?? actor?.userId ?? null)
  // Of a private event nobody learns who has nothing to do with it.
  if (!record.isPublic && byLink === null && (move.tickets ?? []).length === 0) throw new Failure('move_not_found')
  return move
}

/** The newest one of an event that is open and about something that the caller paid; null where there is none. */
export async function readOwnMove(app: App, actor: Actor, eventId: string): Promise<{ move: Move | null }> {
  for (const record of await listOpenMoves(app, eventId)) {
    const move = await showMove(app, record, actor.userId)
    if (move.tickets !== null && move.tickets.length > 0) return { move }
  }
  return { move: null }
}
