/** A person of the team looks at one side of an ID. */
import type { getOrganizerRequestPhoto } from '#contract/companies/onboarding-requests.ts'
import { toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { watermark } from '#server/adapters/files/images.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call, FileAnswer } from '#server/http/bound.ts'
import { FONTS } from '#server/modules/papers/pdf-fonts.ts'
import { Failure } from '#server/shared/failure.ts'
import { findPhoto } from './queries.ts'
import { PHOTO_LABEL } from './sealed.ts'

/** Throws `organizer_request_not_found` and `organizer_photo_erased`. Each view leaves an audit row, also of a photo that then fails to open. */
export async function viewPhoto(
  app: App,
  { actor, params: { id, side } }: Call<typeof getOrganizerRequestPhoto>,
): Promise<FileAnswer> {
  const sealed = await inTransaction(app, async (app) => {
    const found = await findPhoto(app, id, side)
    if (found === undefined) throw new Failure('organizer_request_not_found')
    if (found === null) throw new Failure('organizer_photo_erased')
    await audit(app, actor, 'organizer_request.view_photo', ['organizer_request', id], { after: { side } })
    return found
  })
  const now = app.clock.now()
  const text = `${actor.userId}\n${toLocalDate(now)} ${toLocalTime(now)}`
  const font = { name: 'Archivo SemiBold,', file: FONTS.display }
  return {
    contentType: 'image/jpeg',
    bytes: await watermark(app.vault.open(PHOTO_LABEL, sealed), text, font),
    downloadAs: `dni-${side}-${id}.jpg`,
  }
}
