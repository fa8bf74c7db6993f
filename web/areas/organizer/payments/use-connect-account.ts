import { getPaymentAccountLink } from '#contract/companies/companies-payment-account.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useLeaving } from '#web/api/use-leaving.ts'

/** Takes the owner to the provider, to say which account collects. */
export function useConnectAccount(companyId: string) {
  const { leave, isBusy, error } = useLeaving(getPaymentAccountLink, ({ url }) => url)
  return {
    connect: () => leave({ query: { companyId } }),
    isBusy,
    problem: error && failureMessage(error, 'No pudimos abrir Mercado Pago'),
  }
}
