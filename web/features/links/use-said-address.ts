import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Shows the address that can be said, however the page was opened: what people copy is that one. Nothing is read again. */
export function useSaidAddress(path: string | null): void {
  const location = useLocation()
  useEffect(() => {
    if (path !== null && location.pathname !== path) {
      history.replaceState(history.state, '', path + location.search + location.hash)
    }
  }, [location, path])
}
