import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { usePageShownAgain } from '#web/lib/use-page-shown-again.ts'
import { useEndpointMutation } from './write.ts'

/**
 * A call that is answered with an address elsewhere, such as the payment provider's: the browser goes there, and the button is
 * busy until it has left. Coming back, a browser may show the page as it was left: then it is at hand again.
 */
export function useLeaving<Spec extends EndpointSpec>(spec: Spec, addressOf: (answer: Answer<Spec>) => string) {
  const asking = useEndpointMutation(spec, { onSuccess: (answer) => location.assign(addressOf(answer)) })
  usePageShownAgain(asking.reset)
  return {
    leave: (input: CallInput<Spec>) => asking.mutate(input),
    isBusy: asking.isPending || asking.isSuccess,
    error: asking.error,
  }
}
