/** What this installation has: sign-in with Google, messages by WhatsApp. */
import { useQuery } from '@tanstack/react-query'
import { getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'

export const signInOptions = () => endpointQuery(getSignInOptions, {})

/** For loaders: so that what depends on it is there with the screen, not after it. */
export function loadSignInOptions(): Promise<void> {
  return queryClient.prefetchQuery(signInOptions())
}

/** Whether messages leave by WhatsApp; undefined until it is known. */
export function useWhatsapp(): boolean | undefined {
  return useQuery(signInOptions()).data?.whatsapp
}

/** How tickets and news reach people. Mail always does: nothing more is promised before it is known. */
export function useDeliveryChannels(): string {
  return useWhatsapp() ? 'por mail y WhatsApp' : 'por mail'
}
