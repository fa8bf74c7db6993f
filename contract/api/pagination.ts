/** Lists: `page` from 1, `limit` up to 100, and `pagination` in the answer with its `total`, under a name of its own too. */
import * as z from 'zod/mini'

export const MAX_PAGE = 100_000
export const MAX_PAGE_SIZE = 100

/** Rows of a page as asked for; more than the most count as the most. */
export const pageSize = z.int().check(
  z.minimum(1),
  z.overwrite((rows) => Math.min(rows, MAX_PAGE_SIZE)),
  z.maximum(MAX_PAGE_SIZE), // for who reads the contract
)

/** Query fields of every paged list; `defaultLimit` rows when the caller does not say. */
export function pageQuery(defaultLimit = 20) {
  return {
    page: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE)), 1),
    limit: z._default(pageSize, defaultLimit),
  }
}

/** `pagination` of an answer whose total is called `name`, for example `totalEvents`. */
export function pagination<const Name extends `total${Capitalize<string>}`>(name: Name) {
  return z.object({
    page: z.int(),
    limit: z.int(),
    totalPages: z.int(),
    total: z.int(),
    [name]: z.int(),
  } as Record<'page' | 'limit' | 'totalPages' | 'total' | Name, z.ZodMiniNumber<number>>)
}

/** Fills a `pagination` object. */
export function paginate<const Name extends `total${Capitalize<string>}`>(
  name: Name,
  { page, limit, total }: { page: number; limit: number; total: number },
) {
  return { page, limit, totalPages: Math.ceil(total / limit), total, [name]: total } as Record<
    'page' | 'limit' | 'totalPages' | 'total' | Name,
    number
  >
}
