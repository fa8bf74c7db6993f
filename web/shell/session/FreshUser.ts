import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getProfile } from '#contract/accounts/accounts.ts'
import { endpointQuery } from '#web/api/query.ts'
import { onRightEnd } from '#web/api/session-end.ts'
import { currentSession, updateSessionUser, useSession } from '#web/api/session.ts'

/**
 * Asks now and then who the person is by now: a role granted meanwhile appears in the menus, a revoked session ends. Of a role that
 * ended it asks at once, and once: the screens that still ask for it go on being refused.
 */
export function FreshUser(): null {
  const session = useSession()
  const { data: user, refetch } = useQuery(endpointQuery(getProfile, {}, { enabled: session !== null }))
  useEffect(() => {
    const kept = currentSession()?.user
    if (user && user.id === kept?.id && JSON.stringify(user) !== JSON.stringify(kept)) void updateSessionUser(user)
  }, [user])
  const roles = session?.user.roles.join()
  useEffect(() => {
    let isAsked = false
    return onRightEnd(() => {
      if (!isAsked) void refetch()
      isAsked = true
    })
  }, [refetch, roles])
  return null
}
