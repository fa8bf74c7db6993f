import type { LoginResponse } from '#contract/accounts.ts'
import type { Core } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { openSession } from './open-session.ts'
import { findReachable } from '../queries.ts'

/**
 * The session of somebody whose link proved who they are and who proved no phone, for example because its owner has it now, or
 * because it was mistyped: they are let in, to give theirs (rule R6.3). Null for everybody else, who signs in.
 */
export async function enterUnlessPhoneProved(
  app: Core,
  userId: string,
  origin: RequestOrigin,
): Promise<LoginResponse | null> {
  const person = await findReachable(app, userId)
  const isNameless = person?.phone === null || person?.isPhoneProved === false
  return person?.state === 'active' && isNameless ? openSession(app, userId, origin) : null
}
