import { ProviderUnavailable, type Payments } from './port.ts'

/** Payments when no provider is configured: nothing can be sold for money and nothing is believed. */
export function createPaymentsOff(): Payments {
  const refuse = (operation: string) => async (): Promise<never> => {
    throw new ProviderUnavailable('not_configured', operation)
  }
  return {
    isConfigured: false,
    createCheckout: refuse('createCheckout'),
    expireCheckout: refuse('expireCheckout'),
    fetchPayment: refuse('fetchPayment'),
    searchPayments: refuse('searchPayments'),
    listChanged: refuse('listChanged'),
    cancelPayment: refuse('cancelPayment'),
    refundPayment: refuse('refundPayment'),
    listRefunds: refuse('listRefunds'),
    authorizationUrl: () => {
      throw new ProviderUnavailable('not_configured', 'authorizationUrl')
    },
    exchangeCode: refuse('exchangeCode'),
    refreshToken: refuse('refreshToken'),
    fetchAccount: refuse('fetchAccount'),
    verifyWebhook: () => 'unsigned',
    readNotification: () => null,
  }
}
