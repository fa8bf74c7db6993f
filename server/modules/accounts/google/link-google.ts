/** Ties a Google account to an account that already has its mail, once that account's password proved whose it is. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { brokenConstraint } from '#server/db/constraints.ts'
import { forgive, takeOrRefuse } from '#server/db/limits.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { makeGoogleClient, openGoogleSession, type GoogleSession } from './enter-with-google.ts'
import { verifyPassword } from '../password/password.ts'
import { takeFromOthers, mergePendingAccounts, type Prover } from '../contact/prove-contact.ts'
import { isKnownDevice } from '../session/queries.ts'
import { findPerson } from '../contact/queries.ts'
import { findByIdentity, findGoogleLink, findMailOwner } from './queries.ts'
import { googleLinked } from '../notify-change.ts'
import { lockPassword } from '../password/store.ts'
import { lockContacts, markProved } from '../contact/store.ts'
import { insertIdentity, takeGoogleStep, openStep, type GoogleSteps } from './store.ts'

/**
 * Links and opens the session. The link token comes from `google_link_needed` and works once, for ten minutes, in the same
 * browser. Wrong passwords count as at sign-in, with those. An account without a password answers as a wrong one: its owner
 * makes one by the reset link first. Without a password a new client is made in addition to an account that never proved the mail.
 * Throws `google_token_invalid`, `wrong_credentials`, `too_many_requests`,
 * `account_blocked`.
 */
export async function linkGoogle(
  app: App,
  { linkToken, password }: { linkToken: string; password?: string | undefined },
  browserToken: string | undefined,
  origin: RequestOrigin,
): Promise<GoogleSession> {
  const key = { hash: hashToken(linkToken), browserHash: browserToken ? hashToken(browserToken) : null }
  const sealed = await findGoogleLink(app, key)
  if (!sealed) throw new Failure('google_token_invalid')
  const identity = openStep(app, 'link', sealed)
  const { subject, mail, userId } = identity
  if (password === undefined) return beginAnew(app, identity, key, origin)
  const owner = await findMailOwner(app, mail, userId)
  if (!owner) throw new Failure('google_token_invalid')
  const limited = owner.phone === null ? 'password' : 'sign-in'
  const tried = owner.phone ?? owner.id
  const isKnown = await isKnownDevice(app, userId, origin.device)
  await takeOrRefuse(app, limited, tried, isKnown)
  if (!(await verifyPassword(app, owner.password_hash, password, { isKnown, from: isKnown ? userId : origin.ip })))
    throw new Failure('wrong_credentials')
  if (owner.state === 'blocked') throw new Failure('account_blocked')
  if (owner.state !== 'active') throw new Failure('wrong_credentials')
  await forgive(app, limited, tried)
  try {
    return await inTransaction(app, async (app) => {
      // The password may have been changed while this one was verified.
      await lockContacts(app, [mail])
      if (!(await lockPassword(app, userId, owner.password_hash ?? ''))) throw new Failure('wrong_credentials')
      if (!(await takeGoogleStep(app, 'link', key))) throw new Failure('google_token_invalid')
      await insertIdentity(app, { subject, userId, mail })
      if (identity.isMailGoogles && !owner.isMailProved) await proveMail(app, { userId, origin }, mail)
      await audit(app, { userId, origin }, 'account.link_google', ['user', userId])
      await notify(app, googleLinked, { userId })
      return openGoogleSession(app, userId, origin, true)
    })
  } catch (error) {
    throw tiedMeanwhile(error) ?? error
  }
}

/** It was tied by another tab, or the account already has another Google account. */
function tiedMeanwhile(error: unknown): Failure | null {
  return brokenConstraint(error)?.startsWith('user_identities_') ? new Failure('google_token_invalid') : null
}

async function proveMail(app: Tx, by: Prover, mail: string): Promise<void> {
  await takeFromOthers(app, by, 'mail', mail)
  await markProved(app, by.userId, 'mail')
  await mergePendingAccounts(app, by, 'mail', mail)
}

/** «That account is not mine»: only where it never proved the mail. */
async function beginAnew(
  app: App,
  identity: GoogleSteps['link'],
  key: { hash: Buffer; browserHash: Buffer | null },
  origin: RequestOrigin,
): Promise<GoogleSession> {
  try {
    return await inTransaction(app, async (app) => {
      await lockContacts(app, [identity.mail])
      if (!(await takeGoogleStep(app, 'link', key))) throw new Failure('google_token_invalid')
      // Known meanwhile: said before whose the mail is, which by now may be this person themselves.
      if (await findByIdentity(app, identity.subject)) throw new Failure('google_token_invalid')
      if (await findPerson(app, { phone: null, mail: identity.mail })) throw new Failure('wrong_credentials')
      return openGoogleSession(app, await makeGoogleClient(app, identity, origin), origin, false)
    })
  } catch (error) {
    throw tiedMeanwhile(error) ?? error
  }
}
