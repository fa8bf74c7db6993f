import { useEffect } from 'react'
import { askForLastingStorage } from './lasting-storage.ts'

/** Asks for lasting storage once a ticket is kept on this phone: weeks may pass until its night (rule R11.4). */
export function useLastingStorage(hasTicket: boolean): void {
  useEffect(() => {
    if (hasTicket) void askForLastingStorage()
  }, [hasTicket])
}
