import { use } from 'react'
import { UNSAFE_DataRouterContext, useNavigation, type Location } from 'react-router'

/**
 * Tells, at the moment it is asked, where the person is going, or is when they stay. What React has drawn tells it too late:
 * the router hands its news over as a transition, which a busy page draws after timers and clicks that come behind it. Draws
 * again when a way begins or ends.
 */
export function useHeading(): () => Location {
  const context = use(UNSAFE_DataRouterContext)
  if (!context) throw new Error('useHeading is asked outside of a router with data')
  useNavigation()
  const { router } = context
  return () => router.state.navigation.location ?? router.state.location
}
