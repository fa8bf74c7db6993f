import { useEffect, useState } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router'
import { linkTokenOf } from '#contract/api/link-address.ts'

function tokenInState({ state }: Location): string | null {
  const { linkToken } = (state ?? {}) as { linkToken?: unknown } // written below, or anybody's
  return typeof linkToken === 'string' ? linkToken : null
}

/**
 * Takes the token out of the address at once, so that neither the address bar nor the history shows it. This screen keeps it in
 * memory and, with `outlivesReload`, in the state of the history entry, which no other site and no server sees. Null when the
 * address had none.
 */
export function useLinkToken({ outlivesReload = false } = {}): string | null {
  const location = useLocation()
  const navigate = useNavigate()
  const { pathname } = location
  const given = linkTokenOf(location)
  const [token, setToken] = useState(given ?? tokenInState(location))
  useEffect(() => {
    if (given === null) return
    setToken(given)
    void navigate(pathname, { replace: true, ...(outlivesReload && { state: { linkToken: given } }) })
  }, [given, pathname, navigate, outlivesReload])
  return given ?? token
}
