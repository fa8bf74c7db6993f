/** A session goes on under another token. */
import type { Tx } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newToken } from '#server/shared/ids.ts'
import { setToken } from './store.ts'

/**
 * Returns the new token of the caller's session, which neither lasts longer nor may more than before. The old token is refused
 * within 5 seconds, when processes look sessions up again; not at once, because calls of the same browser are under way with it.
 */
export async function replaceToken(app: Tx, actor: Actor): Promise<string> {
  const token = newToken()
  await setToken(app, actor.sessionId, hashToken(token))
  return token
}
