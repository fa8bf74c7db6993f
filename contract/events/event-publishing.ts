/** Fields that an event needs to go on sale. A draft needs only its name; the server and the editor check the rest with this. */
import * as z from 'zod/mini'
import { line } from '#contract/values/text.ts'

/** The category of a draft that has none yet; no list offers it and nothing is published with it. */
export const NO_CATEGORY = 0

const publishedFields = z.object({
  categoryId: z.int('Elegí una categoría').check(z.minimum(NO_CATEGORY + 1, 'Elegí una categoría')),
  venueName: line({ min: 2, max: 80, short: 'Decí cómo se llama el lugar' }),
  adress: line({ min: 3, max: 160, short: 'Poné la dirección' }),
  city: line({ min: 2, max: 80, short: 'Poné la ciudad' }),
  province: line({ min: 2, max: 80, short: 'Elegí la provincia' }),
})

/** Lists the fields that are missing before the event may go on sale, in the order of the form. */
export function lackingFields(fields: z.infer<typeof publishedFields>): { path: string[]; message: string }[] {
  const { error } = z.safeParse(publishedFields, fields)
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message }))
}
