import { useState } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { useSession } from '#web/api/session.ts'

/** Who works here. When the session ends they stay until they leave: what they were typing does not vanish from sight. */
export function usePerson(): SessionUser | null {
  const user = useSession()?.user ?? null
  const [last, setLast] = useState(user)
  if (user && user !== last) setLast(user)
  return user ?? last
}
