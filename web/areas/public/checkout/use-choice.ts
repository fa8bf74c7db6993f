import { useCallback, useEffect, useState } from 'react'
import { usePageShownAgain } from '#web/lib/use-page-shown-again.ts'
import type { Choice } from './choice.ts'
import { storedChoice } from './stored.ts'

/**
 * What is chosen at an event, for the tab, and how it is changed. What was ordered and is paid by now, though its buyer saw no result, is chosen
 * no more; what can be paid still, or ended unpaid, stays.
 */
export function useChoice(eventId: string): readonly [Choice, (next: Choice) => void] {
  const [choice, setChoice] = useState<Choice>(() => storedChoice.read(eventId))
  const look = useCallback(() => {
    const order = storedChoice.orderOf(eventId)
    if (order === null) return
    import('./spent-choice.ts')
      .then(({ isSpent }) => isSpent(order))
      .then((isSpent) => {
        // It may have been changed meanwhile.
        if (!isSpent || storedChoice.orderOf(eventId) !== order) return
        storedChoice.forget(eventId)
        setChoice({})
      })
      // What cannot be asked now is asked the next time.
      .catch(() => undefined)
  }, [eventId])
  useEffect(look, [look])
  usePageShownAgain(look)
  return [
    choice,
    (next) => {
      setChoice(next)
      storedChoice.write(eventId, next)
    },
  ]
}
