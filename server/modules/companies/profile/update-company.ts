/** The public profile of a company, changed by its people. */
import type { CompanyProfile, updateCompany as endpoint } from '#contract/companies/companies.ts'
import { companyCover, companyImage } from '#contract/api/files.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { forgetImage } from '#server/modules/media/forget-image.ts'
import { withImage } from '#server/modules/media/save-image.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnCompany } from '../act-on-company.ts'
import { getCompanyProfile } from '../queries.ts'
import { takeSlug, updateProfile } from '../store.ts'

/**
 * Changes the fields and pictures that are given; null takes a picture away. A new address is taken for good, and those before go on leading to the company.
 * Throws `slug_taken` for one that another company has or had, `company_role_not_allowed`, and the image failures.
 */
export async function updateCompany(
  app: App,
  { actor, proof: companyId, body, files }: Pick<Call<typeof endpoint>, 'actor' | 'proof' | 'body' | 'files'>,
): Promise<CompanyProfile> {
  const act = { audit: 'company.update', by: ['owner', 'manager'] } as const
  const taken: string[] = []
  const profile = await withImage(app, files.imagen, companyImage, (imageId) =>
    withImage(app, files.cover, companyCover, (coverId) =>
      actOnCompany(app, actor, companyId, act, async (app, { record }) => {
        const before = await getCompanyProfile(app, companyId, { includeHidden: true })
        if (body.slug !== undefined && body.slug !== before.slug && !(await takeSlug(app, companyId, body.slug))) {
          throw new Failure('slug_taken')
        }
        const { name, slug, descripcion: description, instagram, facebook, tiktok, x, website } = body
        const links = { instagram, facebook, tiktok, x, website }
        const pictures = { image_id: imageId ?? body.imagen, cover_id: coverId ?? body.cover }
        await updateProfile(app, companyId, { name, slug, description, ...links, ...pictures })
        if (pictures.image_id === null && before.imagen) taken.push(before.imagen)
        if (pictures.cover_id === null && before.cover) taken.push(before.cover.id)
        record({ before, after: { ...body, ...pictures } })
        return getCompanyProfile(app, companyId, { includeHidden: true })
      }),
    ),
  )
  // Its files go with it, unless something else shows the same picture.
  for (const id of taken) await forgetImage(app, id)
  return profile
}
