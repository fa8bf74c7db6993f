/** Fills in what a sign-in with Google leaves open. */
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { normaliseGender } from '#contract/accounts.ts'
import type { completeProfile as completeProfileEndpoint } from '#contract/accounts-google.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { normalisePhone } from '#server/shared/phone.ts'
import { auditedPerson } from './audited-person.ts'
import { checkBirthDate } from './check-birth-date.ts'
import { profileCompletionOf } from './profile-completion.ts'
import { getSessionUser, isOfPendingAccount } from './queries.ts'
import { fillProfile } from './store.ts'
import { updateProfile } from './store-profile.ts'
import { takenContact } from './taken-contact.ts'

/**
 * Takes effect at once, as product.md §7 says; the phone is unproved, so nothing that was sent to it before becomes this
 * person's by it. One for which somebody else made an account waits for its code, which joins that account to this one. A phone that is already there is changed by `PUT /user/profile` alone, with its proof. Throws
 * `invalid_phone`, `phone_taken`, `phone_already_given`.
 */
export async function completeProfile(
  app: App,
  actor: Actor,
  input: ParsedInput<typeof completeProfileEndpoint>['body'],
): Promise<Answer<typeof completeProfileEndpoint>> {
  const phone = input.phone === undefined ? undefined : normalisePhone(input.phone)
  if (phone === null) throw new Failure('invalid_phone', [{ path: ['phone'], message: 'El teléfono no es válido' }])
  checkBirthDate(app, input.birthDate, 'invalid_input')
  const gender = input.gender === undefined ? undefined : normaliseGender(input.gender)
  const before = await getSessionUser(app, actor.userId)
  try {
    await inTransaction(app, async (app) => {
      const waits = phone !== undefined && before.phone === null && (await isOfPendingAccount(app, phone))
      const filled = { phone: waits ? undefined : phone, birthDate: input.birthDate, gender }
      if (!(await fillProfile(app, actor.userId, filled))) throw new Failure('phone_already_given')
      if (waits) await updateProfile(app, actor.userId, { pendingPhone: phone })
      await audit(app, actor, {
        action: 'account.complete_profile',
        objectType: 'user',
        objectId: actor.userId,
        before: auditedPerson({ phone: before.phone, birthDate: before.birthDate, gender: before.gender }),
        after: auditedPerson({ ...filled, ...(waits && { pendingPhone: phone }) }),
      })
    })
  } catch (error) {
    throw takenContact(error) ?? error
  }
  const { phone: nowPhone, birthDate, gender: nowGender, age } = await getSessionUser(app, actor.userId)
  return {
    data: { updatedProfile: { phone: nowPhone, birthDate, gender: nowGender, age } },
    profileCompletion: profileCompletionOf({ phone: nowPhone, birthDate }),
  }
}
