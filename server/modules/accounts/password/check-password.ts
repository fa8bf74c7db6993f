/** A signed-in person proves their password again. */
import type { App } from '#server/context.ts'
import { forgive, takeOrRefuse } from '#server/db/limits.ts'
import { Failure } from '#server/shared/failure.ts'
import { verifyPassword } from './password.ts'
import { findPasswordHash } from '../queries.ts'

/**
 * Gives the stored hash that `password` was right for. Throws `wrong_password`, and after 5 wrong ones in 15 minutes
 * `too_many_requests` with the seconds to wait.
 */
export async function checkPassword(app: App, userId: string, password: string): Promise<string> {
  await takeOrRefuse(app, 'password', userId)
  const stored = await findPasswordHash(app, userId)
  if (!(await verifyPassword(app, stored, password, { isKnown: true, from: userId })) || stored === null)
    throw new Failure('wrong_password')
  await forgive(app, 'password', userId)
  return stored
}
