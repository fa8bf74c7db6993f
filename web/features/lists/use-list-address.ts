import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useLatestLocation } from './use-latest-location.ts'

interface ListAddress<Query> {
  readonly query: Query
  /** Another filter or order; begins again at the first page. */
  readonly change: (part: Query) => void
  readonly goToPage: (page: number) => void
}

/**
 * A list whose filters, order and page are in its address: `read` and `write` turn one into the other. Two changes at once
 * both count, even if the navigation of the first has not ended when the second begins.
 */
export function useListAddress<Query extends { readonly page?: number | undefined }>(
  read: (search: URLSearchParams) => Query,
  write: (query: Query) => string,
): ListAddress<Query> {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const latestLocation = useLatestLocation()
  const query = read(search)
  const latestQuery = () => {
    const { pathname: next, search: address } = latestLocation()
    return next === pathname ? read(new URLSearchParams(address)) : query
  }
  return {
    query,
    change: (part) =>
      void navigate(write({ ...latestQuery(), page: 1, ...part }), { replace: true, preventScrollReset: true }),
    goToPage: (page) => void navigate(write({ ...latestQuery(), page })),
  }
}
