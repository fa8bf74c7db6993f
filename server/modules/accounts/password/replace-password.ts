/** What every new password of an active person brings about, whoever set it and how. */
import type { Tx } from '#server/context.ts'
import { newId } from '#server/shared/ids.ts'
import { endSessions } from '../session/end-sessions.ts'
import { endLinksOf, setPassword } from './store.ts'

interface NewPassword {
  readonly userId: string
  readonly passwordHash: string
  /** The hash that must still be the present one. */
  readonly was?: string
  /** The session that goes on; all others end. */
  readonly keptSessionId?: string
}

/**
 * Sets the password in the caller's transaction: the sessions and every link die, and the person is told by mail. False, and
 * nothing done, when the person is not active any more or the password changed meanwhile.
 */
export async function replacePassword(app: Tx, password: NewPassword): Promise<boolean> {
  const { userId, passwordHash, was, keptSessionId = null } = password
  if (!(await setPassword(app, userId, passwordHash, was))) return false
  await endLinksOf(app, userId)
  await endSessions(app, userId, keptSessionId)
  await app.queue.enqueue(app, 'accounts.tell-change', {
    userId,
    change: { what: 'password' },
    channel: 'mail',
    messageId: newId(),
  })
  return true
}
