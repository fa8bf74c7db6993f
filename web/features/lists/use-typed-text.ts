import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useLatestLocation } from './use-latest-location.ts'

/** How long a pause in the typing is before the server is asked again. */
export const PAUSE_MILLISECONDS = 350

/**
 * The text of a list's search box, whose `value` is in the address: after a pause calls `onChange` with what was typed, without
 * the spaces around it, and takes over a value that changed meanwhile. A navigation that began since then is not undone.
 */
export function useTypedText(
  value: string,
  onChange: (text: string | undefined) => void,
): [typed: string, type: (text: string) => void] {
  const { pathname } = useLocation()
  const latestLocation = useLatestLocation()
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address changed by a link, «Sacar filtros» or the browser's back: it wins over what was typed before.
  if (seen !== value) {
    setSeen(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => {
      if (latestLocation().pathname === pathname) onChange(typed.trim() || undefined)
    }, PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  })
  return [typed, setTyped]
}
