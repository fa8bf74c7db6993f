import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useHeading } from './use-heading.ts'

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
  const { pathname } = useLocation()
  const heading = useHeading()
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  // Changed under the box (a link, «Sacar filtros», the browser's back): it wins over what was typed before.
  if (seen !== value) {
    setSeen(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => {
      if (heading().pathname === pathname) onChange(typed.trim() || undefined)
    }, PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  })
  return [typed, setTyped]
}
