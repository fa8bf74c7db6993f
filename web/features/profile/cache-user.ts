import { getProfile, type SessionUser } from '#contract/accounts/accounts.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
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

/** The same by one call without another try: where no answer comes, what is known stays. */
export async function askWhoThisIs(): Promise<void> {
  try {
    await cacheUser(await call(getProfile))
  } catch (error) {
    if (!isApiFailure(error)) throw error
  }
}
