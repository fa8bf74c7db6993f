/** A person asks to become an organizer. */
import {
  PHOTO_FIELDS,
  PHOTO_SIDES,
  photoProblems,
  photoRules,
  type PhotoSide,
  type sendOnboarding,
} from '#contract/companies/onboarding.ts'
import { failures } from '#contract/api/failures.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { readDocument } from '#server/adapters/files/images.ts'
import { inTransaction, type App, type Core } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { brokenConstraint } from '#server/db/constraints.ts'
import { takeOrRefuse } from '#server/db/limits.ts'
import type { Call, UploadedFile } from '#server/http/bound.ts'
import { lockProfile, saveProfile } from '#server/modules/accounts/profile/save-profile.ts'
import { replaceToken } from '#server/modules/accounts/session/replace-token.ts'
import { isAdministrator } from '#server/shared/actor.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { normalisePhone } from '#server/shared/phone.ts'
import { organizationOf } from './organization.ts'
import { findRequestState, isInCompany } from './queries.ts'
import { DNI_LABEL, PHOTO_LABEL } from './sealed.ts'
import { insertPhoto, insertRequest } from './store.ts'

type Sent = Call<typeof sendOnboarding>
interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

/**
 * Takes the request and gives the session another token (rule R7.9). Throws `invalid_onboarding` and
 * `onboarding_photos_too_large`, which name each field with what is wrong with it, `organizer_request_pending`,
 * `already_organizer`, `team_does_not_organize`, `onboarding_unauthorized` when the session just ended.
 */
export async function sendRequest(app: App, { actor, body, files }: Sent): Promise<Answer<typeof sendOnboarding>> {
  if (isAdministrator(actor)) throw new Failure('team_does_not_organize')
  await refuseSecond(app, actor.userId)
  const phone = normalisePhone(body.whatsapp)
  const photos = await readPhotos(app, files, phone === null ? [WRONG_PHONE] : [])
  const id = newId()
  try {
    return await inTransaction(app, async (app) => {
      const held = await lockProfile(app, actor, 'onboarding_unauthorized', 'onboarding_unauthorized')
      await refuseSecond(app, actor.userId)
      await takeOrRefuse(app, 'organizer request', actor.userId)
      await insertRequest(app, { id, userId: actor.userId, ...columnsOf(app, body), phone: phone ?? '' })
      for (const side of PHOTO_SIDES) await insertPhoto(app, id, side, photos[side])
      const { organizationType } = body
      await audit(app, actor, 'organizer_request.send', ['organizer_request', id], { after: { organizationType } })
      if (body.acceptAdvertising && !held.acceptsAdvertising) {
        const changes = { acceptsAdvertising: true }
        await saveProfile(app, actor, { held, changes, action: 'account.update_profile', mayReveal: false })
      }
      const token = await replaceToken(app, actor)
      return { success: true, message: 'Recibimos tu pedido. Te avisamos por mail y WhatsApp.', token }
    })
  } catch (error) {
    if (brokenConstraint(error) === 'organizer_requests_open') throw new Failure('organizer_request_pending')
    throw error
  }
}

const WRONG_PHONE: Problem = { path: ['whatsapp'], message: 'El teléfono no es válido' }

async function refuseSecond(app: Core, userId: string): Promise<void> {
  if (await isInCompany(app, userId)) throw new Failure('already_organizer')
  if ((await findRequestState(app.db, userId)) === 'pending') throw new Failure('organizer_request_pending')
}

function columnsOf({ vault }: Core, body: Sent['body']) {
  return {
    ...organizationOf(body),
    fullName: body.fullName,
    mail: body.email,
    province: body.provincia,
    city: body.ciudad,
    address: body.domicilio,
    dniSealed: vault.seal(DNI_LABEL, body.dniNumber),
    acceptsAdvertising: body.acceptAdvertising,
  }
}

/** Both sides, sealed; throws with everything that is wrong, `problems` included. */
async function readPhotos(
  { vault }: App,
  files: Sent['files'],
  problems: readonly Problem[],
): Promise<Record<PhotoSide, string>> {
  const read = []
  // One after the other: a decoded picture takes the memory of all its pixels.
  for (const side of PHOTO_SIDES) read.push(await readPhoto(side, files[PHOTO_FIELDS[side]]))
  const [front, back] = read
  const wrong = [...problems, ...read.flatMap((photo) => ('problem' in photo ? [photo.problem] : []))]
  if (wrong.length > 0 || !front || !back || 'problem' in front || 'problem' in back) {
    const isTooLarge = wrong.some(({ message }) => message === TOO_MANY_PIXELS)
    throw new Failure(isTooLarge ? 'onboarding_photos_too_large' : 'invalid_onboarding', wrong)
  }
  return { front: vault.seal(PHOTO_LABEL, front.bytes), back: vault.seal(PHOTO_LABEL, back.bytes) }
}

const [, TOO_MANY_PIXELS] = failures.onboarding_photos_too_large

async function readPhoto(
  side: PhotoSide,
  file: UploadedFile | undefined,
): Promise<{ bytes: Buffer } | { problem: Problem }> {
  const words = photoProblems[side]
  const problem = (message: string) => ({ problem: { path: [PHOTO_FIELDS[side]], message } })
  if (!file) return problem(words.missing)
  try {
    return { bytes: await readDocument(file.bytes, photoRules[side]) }
  } catch (error) {
    if (isFailure(error, 'image_type')) return problem(words.type)
    if (isFailure(error, 'invalid_image')) return problem(words.unreadable)
    if (isFailure(error, 'image_too_large')) return problem(TOO_MANY_PIXELS)
    throw error
  }
}
