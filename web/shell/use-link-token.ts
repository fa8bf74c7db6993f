import { useEffect, useState } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router'

/** The token of a link that was mailed: after `#`, or as `?token=`. */
function tokenIn({ hash, search }: Pick<Location, 'hash' | 'search'>): string | null {
  return new URLSearchParams(hash.slice(1)).get('token') || new URLSearchParams(search).get('token') || null
}

/**
 * Takes the token out of the address, which is replaced at once: it stays neither in the bar nor in the history, only in
 * this screen's memory. Null when the address had none.
 */
export function useLinkToken(): string | null {
  const location = useLocation()
  const navigate = useNavigate()
  const { pathname } = location
  const given = tokenIn(location)
  const [token, setToken] = useState(given)
  useEffect(() => {
    if (given === null) return
    setToken(given)
    void navigate(pathname, { replace: true })
  }, [given, pathname, navigate])
  return given ?? token
}
