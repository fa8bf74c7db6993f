import { totalOf } from '#contract/api/lists.ts'
import { paginate } from '#contract/api/pagination.ts'

/** What a list answers: all of its `rows` under their name, on one page; the third argument says where a page of more is. */
export function page<const Name extends string, Row>(
  name: Name,
  rows: readonly Row[],
  { page: at = 1, limit = 20, total = rows.length } = {},
) {
  const answer = { [name]: [...rows] } as Record<Name, Row[]>
  return { ...answer, pagination: paginate(totalOf(name), { page: at, limit, total }) }
}
