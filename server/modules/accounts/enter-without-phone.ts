import type { LoginResponse } from '#contract/accounts.ts'
import type { App } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { openSession } from './open-session.ts'
import { findReachable } from './queries.ts'

/**
 * The session of somebody whose link proved who they are and who has no phone to sign in with, for example because its owner
 * proved it: they are let in, to give another (behaviour.md §1). Null for everybody else, who signs in.
 */
export async function enterWithoutPhone(
  app: App,
  userId: string,
  origin: RequestOrigin,
): Promise<LoginResponse | null> {
  const person = await findReachable(app, userId)
  return person?.state === 'active' && person.phone === null ? openSession(app, userId, origin) : null
}
