import { failureMessage } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { getPaymentAccountLink } from '#contract/companies-payment-account.ts'
import { showToast } from '#web/ui/toast.ts'

/** Takes the owner to the provider, to say which account collects. Busy until the browser has left. */
export function useConnectAccount(companyId: string) {
  const asking = useEndpointMutation(getPaymentAccountLink, {
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => showToast(failureMessage(error, 'No pudimos abrir Mercado Pago'), 'error'),
  })
  return { connect: () => asking.mutate({ query: { companyId } }), isBusy: asking.isPending || asking.isSuccess }
}
