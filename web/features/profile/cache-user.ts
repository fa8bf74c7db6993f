import { getProfile, type SessionUser } from '#contract/accounts/accounts.ts'
import { endpointKey, endpointQuery, queryClient } from '#web/api/query.ts'
import { updateSessionUser } from '#web/api/session.ts'

/** Applies changed profile data to the bar, the session and cached reads. */
export async function cacheUser(user: SessionUser): Promise<void> {
  queryClient.setQueryData(endpointKey(getProfile, {}), user)
  await updateSessionUser(user)
}

/** Asks the server who the person is by now. */
export async function refreshUser(): Promise<void> {
  await cacheUser(await queryClient.fetchQuery(endpointQuery(getProfile, {}, { fresh: true })))
}
