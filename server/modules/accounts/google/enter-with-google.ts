/** Finds or makes the person of a verified Google account and opens the session: the end of both Google flows. */
import { maskMail } from '#contract/values/phone.ts'
import { personName, type LoginResponse } from '#contract/accounts/accounts.ts'
import type { ProfileCompletion } from '#contract/accounts/accounts-google.ts'
import { shorten } from '#contract/values/text.ts'
import type { GoogleIdentity } from '#server/adapters/google/port.ts'
import { inTransaction, type App, type Core, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { brokenConstraint } from '#server/db/constraints.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { newId, newToken } from '#server/shared/ids.ts'
import { openSession } from '../session/open-session.ts'
import { profileCompletionOf } from '../profile/profile.ts'
import { takeFromOthers, mergePendingAccounts } from '../contact/prove-contact.ts'
import { findByIdentity, findMailOwner } from './queries.ts'
import { lockContacts } from '../contact/store.ts'
import { deleteIdentity, insertGoogleStep, insertGoogleUser, insertIdentity, touchIdentity, sealStep } from './store.ts'

export type GoogleSession = LoginResponse & { readonly profileCompletion: ProfileCompletion }

const LINK_LIVES_SECONDS = 600
/** A sign-in counts as the step-up's proof for as long as a password does. */
const FRESH_SECONDS = 15 * 60

/**
 * Opens the session of the person whose Google account this is. The key is Google's subject. If it is unknown, a client is
 * made, or, when an account has the mail, `google_link_needed` asks for that account's password; where it never proved the
 * mail, the person may also start a new account. Throws `google_email_unverified` and `account_blocked` too.
 */
export async function enterWithGoogle(
  app: App,
  identity: GoogleIdentity,
  origin: RequestOrigin,
  browserHash: Buffer | null,
): Promise<GoogleSession> {
  if (!identity.isMailVerified) throw new Failure('google_email_unverified')
  const userId = (await knownPerson(app, identity)) ?? (await newPerson(app, identity, origin, browserHash))
  return openGoogleSession(app, userId, origin, isFresh(app, identity))
}

/** A session, and what the profile lacks. */
export async function openGoogleSession(
  app: Core,
  userId: string,
  origin: RequestOrigin,
  isConfirmed: boolean,
): Promise<GoogleSession> {
  const session = await openSession(app, userId, origin, { isConfirmed })
  return { ...session, profileCompletion: profileCompletionOf(session) }
}

/** Whether the credentials were just given, counted until now: an application may keep a token for an hour. */
function isFresh(app: App, { issuedAt, signedInSecondsAgo }: GoogleIdentity): boolean {
  if (signedInSecondsAgo === null) return false
  // Google's clock may be a little ahead of ours.
  const keptForSeconds = Math.max(0, app.clock.epochMs() / 1000 - issuedAt)
  return signedInSecondsAgo + keptForSeconds <= FRESH_SECONDS
}

async function knownPerson(app: App, { subject, mail }: GoogleIdentity): Promise<string | null> {
  const person = await findByIdentity(app, subject)
  if (!person) return null
  // A deleted account frees its Google account for a new one.
  if (person.state === 'deleted') {
    await deleteIdentity(app, subject)
    return null
  }
  if (person.state === 'blocked') throw new Failure('account_blocked')
  if (person.state !== 'active') throw new Failure('google_token_invalid')
  await touchIdentity(app, { subject, mail })
  return person.id
}

async function newPerson(
  app: App,
  identity: GoogleIdentity,
  origin: RequestOrigin,
  browserHash: Buffer | null,
): Promise<string> {
  const owner = await findMailOwner(app, identity.mail)
  try {
    if (!owner) return await makeGoogleClient(app, identity, origin)
  } catch (error) {
    if (!isOvertaken(error)) throw error
  }
  // A concurrent request may have created the same person.
  const person = await knownPerson(app, identity)
  if (person) return person
  const mailOwner = owner ?? (await findMailOwner(app, identity.mail))
  if (!mailOwner) throw new Failure('timeout', undefined, { retryAfterSeconds: 1 })
  const linkToken = newToken()
  await insertGoogleStep(app, {
    kind: 'link',
    hash: hashToken(linkToken),
    browserHash,
    sessionId: null,
    sealed: sealStep(app, 'link', { ...identity, userId: mailOwner.id }),
    expiresInSeconds: LINK_LIVES_SECONDS,
  })
  // An account that never proved the mail does not block its owner.
  const canBeginAnew = !mailOwner.isMailProved
  const { isOneOfSeveral } = mailOwner
  throw new Failure('google_link_needed', { linkToken, mail: maskMail(identity.mail), canBeginAnew, isOneOfSeveral })
}

/**
 * A client with Google's name and no phone (rule R5.9). The mail is proved where Google itself runs the mailbox: then
 * other accounts lose it, and what waits for it is theirs. Any other may have changed hands since Google asked: it is
 * proved by its code. Throws `mail_taken` when another account proved it, and violates a unique index when overtaken.
 */
export async function makeGoogleClient(
  app: App | Tx,
  identity: GoogleIdentity,
  origin: RequestOrigin,
): Promise<string> {
  const userId = newId()
  const by = { userId, origin }
  const { subject, mail, isMailGoogles } = identity
  await inTransaction(app, async (app) => {
    await lockContacts(app, [mail])
    if (isMailGoogles) await takeFromOthers(app, by, 'mail', mail)
    await insertGoogleUser(app, { id: userId, name: nameOf(identity), mail, isMailProved: isMailGoogles })
    await insertIdentity(app, { subject, userId, mail })
    if (isMailGoogles) await mergePendingAccounts(app, by, 'mail', mail)
    await audit(app, by, 'account.register', ['user', userId])
  })
  return userId
}

function isOvertaken(error: unknown): boolean {
  const constraint = brokenConstraint(error) ?? ''
  return isFailure(error, 'mail_taken') || ['users_mail', 'user_identities_pkey'].includes(constraint)
}

/** A name as registration takes it, whatever Google holds; else the part before the mail's @. */
function nameOf({ name, mail }: GoogleIdentity): string {
  const { success, data } = personName.safeParse(shorten(name, 60))
  return success
    ? data
    : mail
        .replace(/@.*$/, '')
        .replaceAll(/[^\w.+-]/g, '')
        .slice(0, 60)
        .padEnd(2, '.')
}
