/** A person changes what they say of themselves. */
import { normaliseGender, type SessionUser } from '#contract/accounts/accounts.ts'
import type { updateProfile as endpoint } from '#contract/accounts/accounts-profile.ts'
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import { inTransaction, type App, type Core } from '#server/context.ts'
import { takeOrRefuse } from '#server/db/limits.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { checkBirthDate, phoneMeant, profileChanges, type Profile, type WantedProfile } from './profile.ts'
import { forgetSessions } from '../session/end-sessions.ts'
import { lockProfile, saveProfile } from './save-profile.ts'
import { phoneStatus } from '../contact/phone-status.ts'
import { getSessionUser } from '../session/queries.ts'
import { findPhoneHolders, isProvedByOthers } from '../contact/queries.ts'
import { lockContacts } from '../contact/store.ts'
import { mailTaken, phoneTaken, contactConflict } from '../contact/contact-conflict.ts'
import { mayRevealTaken } from '../contact/take-miss-quota.ts'

/**
 * A new contact waits for its code. The answer says at once that it is taken if `mayRevealTaken` allows that; otherwise the code
 * decides. Throws `invalid_profile` with the fields, `phone_taken`, `mail_taken` (as registration does), `too_many_requests`,
 * `profile_unauthorized`, `profile_forbidden`.
 */
export async function updateProfile(
  app: App,
  actor: Actor,
  input: ParsedInput<typeof endpoint>['body'],
): Promise<Answer<typeof endpoint>> {
  const { userId } = actor
  checkBirthDate(app, input.birthDate, 'invalid_profile')
  const changesOf = (stored: Profile | SessionUser) => profileChanges(stored, wantedOf(stored, input))
  const before = changesOf(await getSessionUser(app, userId))
  // Outside the transaction, so that a refused one counts too.
  const isAsked = Boolean(before.pendingPhone || before.pendingMail || before.phone)
  if (isAsked) await takeOrRefuse(app, 'contact', userId)
  const mayReveal = isAsked && (await mayRevealTaken(app, actor.origin, actor))
  try {
    await inTransaction(app, async (app) => {
      // Before the row: who proves one of them holds it first too.
      await lockContacts(app, [before.phone ?? null, before.pendingPhone ?? null, before.pendingMail ?? null])
      const held = await lockProfile(app, actor)
      const changes = changesOf(held)
      if (mayReveal) await refuseTaken(app, userId, changes)
      await saveProfile(app, actor, { held, changes, action: 'account.update_profile', mayReveal })
      // The actor carries the name.
      forgetSessions(app, userId)
    })
  } catch (error) {
    throw contactConflict(error) ?? error
  }
  const user = await getSessionUser(app, userId)
  return { status: 'success', message: 'Perfil actualizado exitosamente', user }
}

function wantedOf(
  stored: Pick<Profile, 'phone' | 'pendingPhone'>,
  input: ParsedInput<typeof endpoint>['body'],
): WantedProfile {
  const phone = input.phone === undefined ? undefined : phoneMeant(input.phone, [stored.phone, stored.pendingPhone])
  if (phone === null) throw new Failure('invalid_profile', [{ path: ['phone'], message: 'El teléfono no es válido' }])
  return {
    name: input.name,
    phone,
    mail: input.email,
    gender: normaliseGender(input.gender),
    birthDate: input.birthDate,
    acceptsAdvertising: input.acceptsAdvertising,
    isPrivateProfile: input.isPrivateProfile,
  }
}

/** Only who proved a contact keeps it: from anybody else the code takes it. */
async function refuseTaken(app: Core, userId: string, changes: Partial<Profile>): Promise<void> {
  if (changes.pendingPhone) {
    const holders = await findPhoneHolders(app, changes.pendingPhone, userId)
    if (phoneStatus(holders, app.vendors.whatsapp.isOn) === 'taken') throw phoneTaken()
  }
  if (changes.pendingMail && (await isProvedByOthers(app, 'mail', changes.pendingMail, userId)))
    throw mailTaken('email')
}
