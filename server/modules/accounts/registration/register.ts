/** Registration: makes a client, signed in at once. */
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import { normaliseGender, type register as registerEndpoint } from '#contract/accounts/accounts.ts'
import { profileImage } from '#contract/api/files.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { takeOrRefuse } from '#server/db/limits.ts'
import type { UploadedFile } from '#server/http/bound.ts'
import { withImage } from '#server/modules/media/save-image.ts'
import type { Channel } from '#server/modules/notifications/send-message.ts'
import { namesDevice, type RequestOrigin } from '#server/shared/actor.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { readPhone } from '#server/shared/phone.ts'
import { checkBirthDate } from '../profile/profile.ts'
import { openSession } from '../session/open-session.ts'
import { hashPassword } from '../password/password.ts'
import { phoneStatus } from '../contact/phone-status.ts'
import { takeFromOthers, mergePendingAccounts, takeSignIn } from '../contact/prove-contact.ts'
import { findPerson, findPhoneHolders, findWaiting } from '../contact/queries.ts'
import { askForCode, proveRegistration, type RegistrationProof } from './prove-registration.ts'
import { resendActivation } from './activate-account.ts'
import { insertUser, type NewUser, spendRegistrationCode } from './store.ts'
import { lockContacts } from '../contact/store.ts'
import { mailTaken, phoneTaken, contactConflict } from '../contact/contact-conflict.ts'
import { mayRevealTaken } from '../contact/take-miss-quota.ts'

type Input = ParsedInput<typeof registerEndpoint>['body']
type Session = Answer<typeof registerEndpoint>

/**
 * Makes an active account with the role CLIENT, whatever else the request says, and opens its session (rule R5.5). Its
 * phone and mail are unproved and reserve nothing but the name to sign in with. A phone that an unproved account signs in with
 * asks its code first: `phone_code_needed`, and the same call again with the code; it then becomes this account's, proved; so
 * does every phone on a device or at an address that has learned of many contacts (`mayRevealTaken`). Of the phone of a pending account the activation link is sent instead: `activation_sent`. Throws also `invalid_phone`,
 * `phone_taken`, `mail_taken` (by who proved them), `wrong_code`, `code_expired`, `too_many_requests`, `common_password` and the image failures.
 */
export async function register(
  app: App,
  input: Input,
  image: UploadedFile | undefined,
  origin: RequestOrigin,
): Promise<Session> {
  const phone = readPhone(input.phone)
  checkBirthDate(app, input.birthDate, 'invalid_input')
  const passwordHash = await hashPassword(app, input.password, { from: origin.ip })
  const proof = await judge(app, { ...input, phone }, origin)
  const user: Omit<NewUser, 'profileImageId'> = {
    id: newId(),
    name: input.name,
    mail: input.mail,
    phone,
    passwordHash,
    gender: normaliseGender(input.gender),
    birthDate: input.birthDate,
    acceptsAdvertising: input.acceptsAdvertising,
    proved: proof ? [proof.kind] : [],
  }
  try {
    return await withImage(app, image, profileImage, (profileImageId) =>
      inTransaction(app, (app) => makeAccount(app, { ...user, profileImageId }, proof, origin)),
    )
  } catch (error) {
    throw contactConflict(error) ?? error
  }
}

/** Whether these contacts may be registered with, by which proof; null where none is asked for. */
async function judge(
  app: App,
  { name, phone, mail, code }: Pick<Input, 'name' | 'phone' | 'mail' | 'code'>,
  origin: RequestOrigin,
): Promise<RegistrationProof | null> {
  // Before any answer: a wrong code reveals nothing, and a right one counts whatever changed meanwhile.
  const proof = code === undefined ? null : await proveRegistration(app, { phone, mail, code }, origin)
  // An address is shared by many people: it waits (`rate` of the endpoint) and is never refused.
  if (!proof && namesDevice(origin.device)) await takeOrRefuse(app, 'registration', origin.device)
  // The other of the two contacts is asked about all the same, as often as a device may.
  if (proof) await inTransaction(app, (app) => takeOrRefuse(app, 'missed-look-up', proof.contact))
  // If no code may be sent any more, an address causes no refusal: the caller waits (`rate`) and gets the answer.
  else if (!(await mayRevealTaken(app, origin, null)))
    await askForCode(app, { name, phone, mail }, origin).catch(unlessSpent)
  const holders = await findPhoneHolders(app, phone, null)
  const status = phoneStatus(holders, app.vendors.whatsapp.isOn)
  if (status === 'taken') throw phoneTaken()
  if (await findPerson(app, { phone: null, mail })) throw mailTaken()
  if (proof) return proof
  if (status === 'held') return askForCode(app, { name, phone, mail }, origin)
  const waiting = await findWaiting(app, { phone, mail })
  if (waiting) return sendActivation(app, waiting.id)
  // Made with another mail: only the holder of the phone may have what waits for it.
  if (status === 'waiting' && holders.waiting) return sendActivation(app, holders.waiting.id, ['whatsapp'])
  return null
}

function unlessSpent(error: unknown): void {
  if (!isFailure(error, 'whatsapp_off')) throw error
}

async function sendActivation(app: App, userId: string, channels?: readonly Channel[]): Promise<never> {
  await resendActivation(app, userId, channels && { channels })
  throw new Failure('activation_sent')
}

async function makeAccount(
  app: Tx,
  user: NewUser,
  proof: RegistrationProof | null,
  origin: RequestOrigin,
): Promise<Session> {
  const by = { userId: user.id, origin }
  await lockContacts(app, [user.phone, user.mail])
  if (proof) {
    if (!(await spendRegistrationCode(app, proof))) throw new Failure('code_expired')
    // By the mail, where no phone can be proved: only from who proved nothing, and first, so that an account of the same two
    // keeps the mail as its way in.
    if (proof.kind === 'mail') await takeSignIn(app, by, user.phone)
    await takeFromOthers(app, by, proof.kind, proof.contact)
  }
  // Proved since it was judged.
  if (await findPerson(app, { phone: null, mail: user.mail })) throw mailTaken()
  await insertUser(app, user)
  if (proof) await mergePendingAccounts(app, by, proof.kind, proof.contact)
  await audit(app, by, 'account.register', ['user', user.id], proof ? { after: { proved: proof.kind } } : {})
  return openSession(app, user.id, origin)
}
