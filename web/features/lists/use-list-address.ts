import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useHeading } from './use-heading.ts'

interface ListAddress<Query> {
  /** What the address says. */
  readonly query: Query
  /** Another filter or order, which begins again at the first page. */
  readonly change: (part: Query) => void
  readonly turnTo: (page: number) => void
}

/**
 * A list whose filters, order and page live in its address: `read` and `write` turn one into the other. Two changes in one
 * breath both count, though the address of the first is still on its way when the second comes.
 */
export function useListAddress<Query extends { readonly page?: number | undefined }>(
  read: (search: URLSearchParams) => Query,
  write: (query: Query) => string,
): ListAddress<Query> {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const heading = useHeading()
  const query = read(search)
  const newest = () => {
    const { pathname: next, search: address } = heading()
    return next === pathname ? read(new URLSearchParams(address)) : query
  }
  return {
    query,
    change: (part) =>
      void navigate(write({ ...newest(), page: 1, ...part }), { replace: true, preventScrollReset: true }),
    turnTo: (page) => void navigate(write({ ...newest(), page })),
  }
}
