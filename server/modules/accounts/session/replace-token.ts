/** A session goes on under another token. */
import type { Tx } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newToken } from '#server/shared/ids.ts'
import { forgetSessions } from './end-sessions.ts'
import { setToken } from './store.ts'

/**
 * Returns the new token of the caller's session. The old one opens nothing from the commit on (within 5 seconds on other
 * processes). The session neither lasts longer nor may more than before.
 */
export async function replaceToken(app: Tx, actor: Actor): Promise<string> {
  const token = newToken()
  await setToken(app, actor.sessionId, hashToken(token))
  forgetSessions(app, actor.userId)
  return token
}
