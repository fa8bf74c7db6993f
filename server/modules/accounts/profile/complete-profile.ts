/** Fills in what a sign-in with Google leaves open. */
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import { normaliseGender } from '#contract/accounts/accounts.ts'
import type { completeProfile as completeProfileEndpoint } from '#contract/accounts/accounts-google.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { readPhone } from '#server/shared/phone.ts'
import { checkBirthDate, profileCompletionOf } from './profile.ts'
import { lockProfile, saveProfile } from './save-profile.ts'
import { getSessionUser } from '../session/queries.ts'
import { lockContacts } from '../contact/store.ts'
import { contactConflict } from '../contact/contact-conflict.ts'
import { mayRevealTaken } from '../contact/take-miss-quota.ts'

/**
 * Takes effect at once (rule R5.9); the phone is unproved, so nothing that was sent to it before becomes this
 * person's by it. A phone with a pending account waits for its code, which merges that account into this one;
 * so does any phone if the answer may not say that it is taken (`mayRevealTaken`). A
 * phone that is already there is changed by `PUT /user/profile` alone, with its proof. Throws `invalid_phone`,
 * `phone_taken`, `phone_already_given`, `session_expired`.
 */
export async function completeProfile(
  app: App,
  actor: Actor,
  input: ParsedInput<typeof completeProfileEndpoint>['body'],
): Promise<Answer<typeof completeProfileEndpoint>> {
  const phone = input.phone === undefined ? undefined : readPhone(input.phone)
  checkBirthDate(app, input.birthDate, 'invalid_input')
  const gender = input.gender === undefined ? undefined : normaliseGender(input.gender)
  // Outside the transaction, so that a refused one counts too.
  const mayReveal = phone !== undefined && (await mayRevealTaken(app, actor.origin, actor))
  try {
    await inTransaction(app, async (app) => {
      // Before the row: who proves it holds it first too.
      await lockContacts(app, [phone ?? null])
      const held = await lockProfile(app, actor, 'session_expired', 'session_expired')
      if (phone !== undefined && held.phone !== null && held.phone !== phone) throw new Failure('phone_already_given')
      const changes = {
        ...(phone !== undefined && held.phone === null && { phone }),
        ...(input.birthDate !== undefined && { birthDate: input.birthDate }),
        ...(gender !== undefined && { gender }),
      }
      await saveProfile(app, actor, { held, changes, action: 'account.complete_profile', mayReveal })
    })
  } catch (error) {
    throw contactConflict(error) ?? error
  }
  const { phone: nowPhone, birthDate, gender: nowGender, age } = await getSessionUser(app, actor.userId)
  return {
    data: { updatedProfile: { phone: nowPhone, birthDate, gender: nowGender, age } },
    profileCompletion: profileCompletionOf({ phone: nowPhone, birthDate }),
  }
}
