/** A signed-in person proves their password again. */
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { attemptsKey } from './attempts-key.ts'
import { verifyPassword } from './password.ts'
import { findPasswordHash } from './queries.ts'
import { forgetAttempts, noteAttempt } from './store.ts'

const MAX_ATTEMPTS = 5
const WINDOW_SECONDS = 15 * 60

/**
 * Gives the stored hash that `password` was right for. Throws `wrong_password`, and after 5 wrong ones in 15 minutes
 * `too_many_requests` with the seconds to wait; attempts are counted before they are judged, so that parallel ones all count.
 */
export async function checkPassword(app: App, userId: string, password: string): Promise<string> {
  const key = attemptsKey(app.vault, 'password', userId)
  const { attempts, waitSeconds } = await noteAttempt(app, key, WINDOW_SECONDS)
  if (attempts > MAX_ATTEMPTS)
    throw new Failure('too_many_requests', { waitSeconds }, { retryAfterSeconds: waitSeconds })
  const stored = await findPasswordHash(app, userId)
  if (!(await verifyPassword(app, stored, password)) || stored === null) throw new Failure('wrong_password')
  await forgetAttempts(app, key)
  return stored
}
