/** Registration: makes a client, signed in at once. */
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { normaliseGender, type register as registerEndpoint } from '#contract/accounts.ts'
import { profileImage } from '#contract/files.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { UploadedFile } from '#server/http/bound.ts'
import { saveImage } from '#server/modules/media/save-image.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { readPhone } from '#server/shared/phone.ts'
import { checkBirthDate } from './check-birth-date.ts'
import { openSession } from './open-session.ts'
import { hashPassword } from './password.ts'
import { findByMail, findByPhone } from './queries.ts'
import { resendActivation } from './resend-activation.ts'
import { insertUser } from './store.ts'
import { takenContact } from './taken-contact.ts'

type Input = ParsedInput<typeof registerEndpoint>['body']

/**
 * Makes an active account with the role CLIENT, whatever else the request says, and opens its session (product.md §4).
 * For the phone or mail of a pending account its activation link is sent instead: `activation_sent`. Throws also
 * `invalid_phone`, `phone_taken`, `mail_taken`, `common_password` and the image failures.
 */
export async function register(
  app: App,
  input: Input,
  image: UploadedFile | undefined,
  origin: RequestOrigin,
): Promise<Answer<typeof registerEndpoint>> {
  const phone = readPhone(input.phone)
  checkBirthDate(app, input.birthDate, 'invalid_input')
  const passwordHash = await hashPassword(app, input.password, { from: origin.ip })
  const profileImageId = image ? (await saveImage(app, image, profileImage)).id : null
  const userId = newId()
  try {
    return await inTransaction(app, async (app) => {
      await insertUser(app, {
        id: userId,
        name: input.name,
        mail: input.mail,
        phone,
        passwordHash,
        gender: normaliseGender(input.gender),
        birthDate: input.birthDate,
        acceptsAdvertising: input.acceptsAdvertising,
        profileImageId,
      })
      await audit(app, { userId, origin }, { action: 'account.register', objectType: 'user', objectId: userId })
      return openSession(app, userId, origin)
    })
  } catch (error) {
    const taken = takenContact(error)
    if (!taken) throw error
    // Somebody else made an account for them: whoever gets its link is the one who may have it (behaviour.md §1).
    const owner = await (taken.code === 'phone_taken' ? findByPhone(app, phone) : findByMail(app, input.mail))
    if (owner?.state !== 'pending') throw taken
    await resendActivation(app, owner.id)
    throw new Failure('activation_sent')
  }
}
