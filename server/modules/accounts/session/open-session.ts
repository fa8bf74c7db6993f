/** Opens a session and answers with its token: the end of every way in. */
import type { LoginResponse } from '#contract/accounts/accounts.ts'
import type { Core } from '#server/context.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newId, newToken } from '#server/shared/ids.ts'
import { findReachable } from '../queries.ts'
import { getSessionUser } from './queries.ts'
import { insertSession } from './store.ts'

/** Two hours, absolute (rule R5.1). */
export const SESSION_SECONDS = 2 * 60 * 60

/**
 * Opens it. `isConfirmed` says that who enters has just proved who they are, which step-up takes for 15 minutes: a password
 * does, a Google that was signed in since yesterday does not.
 */
export async function openSession(
  app: Core,
  userId: string,
  origin: RequestOrigin,
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<LoginResponse> {
  const token = newToken()
  const { expiresAt } = await insertSession(app, {
    id: newId(),
    tokenHash: hashToken(token),
    userId,
    isConfirmed,
    expiresInSeconds: SESSION_SECONDS,
    device: origin.device,
    ip: origin.ip,
    agent: origin.agent ?? null,
  })
  return { ...(await getSessionUser(app, userId)), token, expiresAt }
}

/**
 * Opens the session of a person whom a link identified and who proved no phone, for example because its owner has it now, or
 * because it was mistyped: they are let in, to give theirs (rule R6.3). Null for other people, who sign in.
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
