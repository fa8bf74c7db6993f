import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** How long a pause in the typing is before a list is asked again. */
const PAUSE_MILLISECONDS = 350

/**
 * The text of a list's search box, whose `value` lives in the address: tells `onChange` after a pause what was typed, without
 * the spaces around it, and takes over a value that changed meanwhile. Who has chosen something to open is not brought back
 * by what they typed before it.
 */
export function useTypedText(
  value: string,
  onChange: (text: string | undefined) => void,
): [typed: string, type: (text: string) => void] {
  const isLeaving = useIsLeaving()
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  // Changed under the box (a link, «Sacar filtros», the browser's back): it wins over what was typed before.
  if (seen !== value) {
    setSeen(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    if (isLeaving || typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim() || undefined), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  })
  return [typed, setTyped]
}

/** Whether another page is on its way. */
function useIsLeaving(): boolean {
  const { pathname } = useLocation()
  const { location: arriving } = useNavigation()
  return arriving !== undefined && arriving.pathname !== pathname
}
