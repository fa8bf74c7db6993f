import { payOrder } from '#contract/sales/checkout.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useLeaving } from '#web/api/use-leaving.ts'

/** Takes the buyer of an order that waits for its payment to the provider. */
export function usePay(publicId: string) {
  const { leave, isBusy, error } = useLeaving(payOrder, ({ paymentUrl }) => paymentUrl)
  return {
    pay: () => leave({ params: { publicId } }),
    isBusy,
    problem: error && failureMessage(error, 'Error al procesar el pago'),
  }
}
