import { useRef } from 'react'
import { randomId } from '#web/lib/random-id.ts'
import { storedPurchase } from './stored.ts'

/**
 * The `Idempotency-Key` of what is asked for: a second press, or a retry after a lost answer, also after a reload, is the same purchase. Where
 * the browser keeps nothing it lasts as long as the screen.
 */
export function usePurchaseIntent(eventId: string) {
  const intent = useRef(storedPurchase.read(eventId))
  return {
    keyOf(of: string): string {
      if (intent.current?.of !== of) intent.current = { of, key: randomId() }
      storedPurchase.write(eventId, intent.current)
      return intent.current.key
    },
    /** It was decided: the next press is a new intent. */
    forget() {
      intent.current = null
      storedPurchase.forget(eventId)
    },
  }
}
