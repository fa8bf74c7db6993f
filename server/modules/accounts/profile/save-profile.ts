/** A profile is locked, and its changes put into effect. */
import type { FailureCode } from '#contract/api/failures.ts'
import type { Core, Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { phoneTaken } from '../contact/contact-conflict.ts'
import { phoneStatus } from '../contact/phone-status.ts'
import { takeFromOthers } from '../contact/prove-contact.ts'
import { findPhoneHolders, hasProvedContact } from '../contact/queries.ts'
import { redactPerson } from '../redact-person.ts'
import type { Profile } from './profile.ts'
import { readLockedProfile, updateProfile, type LockedProfile } from './store.ts'

/**
 * The caller's profile, held until the transaction ends. The session cache is up to 5 s late: a session that was just ended
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

interface ProfileSave {
  readonly held: LockedProfile
  readonly changes: Partial<Profile>
  readonly action: string
  /** Whether the answer may say that a contact is taken (`mayRevealTaken`). */
  readonly mayReveal: boolean
}

/** Writes them with their audit row, in the transaction that holds the profile; of nothing it writes nothing. */
export async function saveProfile(
  app: Tx,
  actor: Actor,
  { held, changes: wanted, action, mayReveal }: ProfileSave,
): Promise<void> {
  const found = await withWaitingPhone(app, actor, wanted, mayReveal)
  // A phone that counts now waits no more.
  const changes = found.phone && held.pendingPhone !== null ? { pendingPhone: null, ...found } : found
  const fields = Object.keys(changes) as (keyof Profile)[] // its own keys
  if (fields.length === 0) return
  await updateProfile(app, actor.userId, changes)
  await audit(app, actor, action, ['user', actor.userId], {
    before: redactPerson(Object.fromEntries(fields.map((field) => [field, held[field]]))),
    after: redactPerson(changes),
  })
}

/**
 * A first phone counts at once. It waits for its code if another account signs in with it, if something waits for it, or if the
 * answer may not say which. Without WhatsApp a proved mail replaces that code. Throws `phone_taken` for a phone that is proved.
 */
async function withWaitingPhone(
  app: Tx,
  actor: Actor,
  { phone, ...changes }: Partial<Profile>,
  mayReveal: boolean,
): Promise<Partial<Profile>> {
  if (!phone) return changes
  if (!mayReveal) return { ...changes, pendingPhone: phone }
  const status = phoneStatus(await findPhoneHolders(app, phone, actor.userId), app.vendors.whatsapp.isOn)
  if (status === 'taken') throw phoneTaken()
  if (status === 'free') return { ...changes, phone }
  const isProofEnough = !app.vendors.whatsapp.isOn && (await hasProvedContact(app, actor.userId))
  if (!isProofEnough) return { ...changes, pendingPhone: phone }
  await takeFromOthers(app, actor, 'phone', phone)
  return { ...changes, phone }
}
