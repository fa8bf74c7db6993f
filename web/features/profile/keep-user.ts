import { getProfile, type SessionUser } from '#contract/accounts.ts'
import { endpointKey, endpointQuery, queryClient } from '#web/api/query.ts'
import { updateSessionUser } from '#web/api/session.ts'

/** Whoever just changed their data is that person everywhere in the page: in the bar, the session and what was read. */
export async function keepUser(user: SessionUser): Promise<void> {
  queryClient.setQueryData(endpointKey(getProfile, {}), user)
  await updateSessionUser(user)
}

/** Asks the server who the person is by now. */
export async function refreshUser(): Promise<void> {
  await keepUser(await queryClient.fetchQuery(endpointQuery(getProfile, {}, { fresh: true })))
}
