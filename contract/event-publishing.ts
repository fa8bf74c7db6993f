/** What an event needs to be on sale. A draft needs its name alone; the server and the editor ask for the rest by this. */
import * as z from 'zod/mini'

/** The category of a draft that has none yet; no list offers it and nothing is published with it. */
export const NO_CATEGORY = 0

const line = (min: number, message: string) => z.string().check(z.trim(), z.minLength(min, message))

const publishedFields = z.object({
  categoryId: z.int('Elegí una categoría').check(z.minimum(NO_CATEGORY + 1, 'Elegí una categoría')),
  venueName: line(2, 'Decí cómo se llama el lugar'),
  adress: line(3, 'Poné la dirección'),
  city: line(2, 'Poné la ciudad'),
  province: line(2, 'Elegí la provincia'),
})

/** What of an event's fields is still to be said before it may be on sale, in the order of the form; empty when nothing is. */
export function lackingFields(fields: z.infer<typeof publishedFields>): { path: string[]; message: string }[] {
  const { error } = z.safeParse(publishedFields, fields)
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message }))
}
