import { use } from 'react'
import { UNSAFE_DataRouterContext, useNavigation, type Location } from 'react-router'

/**
 * Gives the location that the person is on the way to, or the current one. React's own location is late: the router publishes
 * it in a transition, which a busy page draws after timers and clicks. Draws again when a navigation begins or ends.
 */
export function useLatestLocation(): () => Location {
  const context = use(UNSAFE_DataRouterContext)
  if (!context) throw new Error('useLatestLocation needs a router with data')
  useNavigation()
  const { router } = context
  return () => router.state.navigation.location ?? router.state.location
}
