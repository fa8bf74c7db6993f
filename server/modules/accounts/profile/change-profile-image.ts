/** A person changes their picture. */
import type { updateProfileImage } from '#contract/accounts/accounts-profile.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { mediaPath, profileImage } from '#contract/api/files.ts'
import { paths } from '#contract/api/paths.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { takeOrRefuse } from '#server/db/limits.ts'
import type { UploadedFile } from '#server/http/bound.ts'
import { parseImageFile } from '#server/modules/media/image-files.ts'
import { findImage } from '#server/modules/media/queries.ts'
import { withImage } from '#server/modules/media/save-image.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { lockProfile } from './save-profile.ts'
import { getSessionUser } from '../session/queries.ts'
import { setProfileImage } from './store.ts'

/**
 * Takes a file, or names an image that is here already; the picture before it stays. Throws `invalid_profile_image` (its detail says why),
 * `image_too_large`, `too_many_requests`, `profile_unauthorized`, `user_id_missing`.
 */
export async function changeProfileImage(
  app: App,
  actor: Actor,
  { file, address }: { file: UploadedFile | undefined; address: string | undefined },
): Promise<Answer<typeof updateProfileImage>> {
  const { userId } = actor
  if (file) await takeOrRefuse(app, 'image', userId)
  const imageId = await withImage(app, file, profileImage, async (kept) => {
    const imageId = kept ?? (await named(app, address))
    await show(app, actor, imageId)
    return imageId
  }).catch((error: unknown) => {
    if (!isFailure(error, 'image_type') && !isFailure(error, 'invalid_image')) throw error
    throw new Failure('invalid_profile_image', { reason: error.code }, { cause: error })
  })
  const imageUrl = app.config.publicUrl + mediaPath(imageId, 640, 'jpg')
  const urls = { imageUrl, profileImageUrl: imageUrl }
  return { data: { urlProfileImgId: imageId, ...urls }, ...urls, user: await getSessionUser(app, userId) }
}

function show(app: App, actor: Actor, imageId: string): Promise<void> {
  const { userId } = actor
  return inTransaction(app, async (app) => {
    const { profileImageId } = await lockProfile(app, actor, 'user_id_missing')
    if (profileImageId === imageId) return
    await setProfileImage(app, userId, imageId)
    await audit(app, actor, 'account.change_image', ['user', userId], {
      before: { profileImageId },
      after: { profileImageId: imageId },
    })
  })
}

/** Accepts only images of our own table: an address is read as text, and nothing is fetched from it (threat 24). */
async function named(app: App, address: string | undefined): Promise<string> {
  const own = paths.media('')
  const name = address?.startsWith(app.config.publicUrl) ? address.slice(app.config.publicUrl.length) : address
  const id = name?.startsWith(own) ? parseImageFile(name.slice(own.length))?.imageId : name
  const isId = id !== undefined && /^[0-9a-f]{64}$/.test(id)
  if (!isId || !(await findImage(app, id))) throw new Failure('invalid_profile_image', { reason: 'not_ours' })
  return id
}
