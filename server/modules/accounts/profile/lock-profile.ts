import type { FailureCode } from '#contract/failures.ts'
import type { Core } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { readLockedProfile, type LockedProfile } from './store.ts'

/**
 * The caller's profile, held until the transaction ends. Who may call is known up to 5 s late: a session that was just ended
 * elsewhere (`ended`) or an account that was just blocked or deleted (`gone`) writes nothing more.
 */
export async function lockProfile(
  app: Core,
  actor: Actor,
  gone: FailureCode = 'profile_forbidden',
  ended: FailureCode = 'profile_unauthorized',
): Promise<LockedProfile> {
  const held = await readLockedProfile(app, actor)
  if (!held?.isActive) throw new Failure(gone)
  if (!held.isSessionLive) throw new Failure(ended)
  return held
}
