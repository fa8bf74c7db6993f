/** Hears of every token that the provider no longer accepts, whatever it was used for. */
import { ProviderUnavailable, type PaymentAccount, type Payments } from './port.ts'

/**
 * The same port; `onRefused` is called with the collector whose token was refused, before the caller gets the answer. What it throws is
 * the caller's to hear.
 */
export function noticeRefusals(payments: Payments, onRefused: (collectorId: string) => Promise<void>): Payments {
  const heard =
    <Rest extends unknown[], Result>(call: (account: PaymentAccount, ...rest: Rest) => Promise<Result>) =>
    async (account: PaymentAccount, ...rest: Rest): Promise<Result> => {
      try {
        const result = await call(account, ...rest)
        if (isRevoked(result)) await onRefused(account.collectorId)
        return result
      } catch (error) {
        if (error instanceof ProviderUnavailable && error.reason === 'account_revoked') {
          await onRefused(account.collectorId)
        }
        throw error
      }
    }
  return {
    ...payments,
    createCheckout: heard(payments.createCheckout),
    expireCheckout: heard(payments.expireCheckout),
    fetchPayment: heard(payments.fetchPayment),
    searchPayments: heard(payments.searchPayments),
    listChanged: heard(payments.listChanged),
    cancelPayment: heard(payments.cancelPayment),
    refundPayment: heard(payments.refundPayment),
    listRefunds: heard(payments.listRefunds),
  }
}

function isRevoked(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'reason' in result && result.reason === 'account_revoked'
}
