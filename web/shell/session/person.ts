import { createContext, use, useState } from 'react'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { useSession } from '#web/api/session.ts'
import { mayOf, type May } from './may.ts'

/** The frame of a guarded area gives it to its screens. */
export const PersonContext = createContext<SessionUser | null>(null)

/** The person of the session. After it ends they stay until the screen is left: what they were typing remains in sight. */
export function useLastPerson(): SessionUser | null {
  const user = useSession()?.user ?? null
  const [last, setLast] = useState(user)
  if (user && user !== last) setLast(user)
  return user ?? last
}

/** Who works in this area. Only inside the frame of a guarded area. */
export function usePerson(): SessionUser {
  const person = use(PersonContext)
  if (!person) throw new Error('usePerson outside the frame of a guarded area')
  return person
}

/** The company of a screen that `needs: 'company'`. */
export function useCompanyId(): string {
  const { companyId } = usePerson()
  if (companyId === null) throw new Error('useCompanyId in a screen that needs no company')
  return companyId
}

export const useMay = (): May => mayOf(usePerson())
