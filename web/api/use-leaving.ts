import { useEffect } from 'react'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { useEndpointMutation } from './write.ts'

/**
 * A call that is answered with an address elsewhere, such as the payment provider's: the browser goes there, and the button is
 * busy until it has left. Coming back, a browser may show the page as it was left: then it is at hand again.
 */
export function useLeaving<Spec extends EndpointSpec>(spec: Spec, addressOf: (answer: Answer<Spec>) => string) {
  const asking = useEndpointMutation(spec, { onSuccess: (answer) => location.assign(addressOf(answer)) })
  const { reset } = asking
  useEffect(() => {
    const onShown = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', onShown)
    return () => removeEventListener('pageshow', onShown)
  }, [reset])
  return {
    leave: (input: CallInput<Spec>) => asking.mutate(input),
    isBusy: asking.isPending || asking.isSuccess,
    error: asking.error,
  }
}
