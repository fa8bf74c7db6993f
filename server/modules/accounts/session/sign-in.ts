/** Sign-in by phone and password. */
import type { LoginResponse } from '#contract/accounts/accounts.ts'
import { inTransaction, type App } from '#server/context.ts'
import { forgive, takeOrRefuse } from '#server/db/limits.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { normalisePhone } from '#server/shared/phone.ts'
import { openSession } from './open-session.ts'
import { verifyPassword } from '../password/password.ts'
import { findBySignIn, isKnownDevice } from './queries.ts'
import { lockPassword } from '../password/store.ts'

const NO_USER = '00000000-0000-0000-0000-000000000000'

/**
 * Opens a session for the right phone and password. An unknown phone and a wrong password answer alike and cost alike:
 * `wrong_credentials`. After 5 failures in 15 minutes: `too_many_requests` with the seconds to wait, except from a device
 * that signed in before. The admin entrance admits god, legal and admin accounts only (rule R5.4).
 */
export async function signIn(
  app: App,
  { phone, password, entrance }: { phone: string; password: string; entrance?: 'app' | 'admin' | undefined },
  origin: RequestOrigin,
): Promise<LoginResponse> {
  const normalised = normalisePhone(phone)
  const person = normalised ? await findBySignIn(app, normalised) : undefined
  const subject = normalised ?? phone
  // Also runs for an unknown person, so that both answers cost the same.
  const isKnown = await isKnownDevice(app, person?.id ?? NO_USER, origin.device)
  await takeOrRefuse(app, 'sign-in', subject, isKnown)
  const isRight = await verifyPassword(app, person?.password_hash ?? null, password, {
    isKnown,
    from: isKnown ? subject : origin.ip,
  })
  const mayEnter = entrance !== 'admin' || person?.is_god_admin || person?.is_admin
  if (!person || !isRight || !mayEnter) throw new Failure('wrong_credentials')
  if (person.state === 'blocked') throw new Failure('account_blocked')
  if (person.state !== 'active') throw new Failure('wrong_credentials')
  await forgive(app, 'sign-in', subject)
  return inTransaction(app, async (app) => {
    // The password may have been changed while this one was verified: its sessions are ended, and this would outlive them.
    if (!(await lockPassword(app, person.id, person.password_hash ?? ''))) throw new Failure('wrong_credentials')
    return openSession(app, person.id, origin)
  })
}
