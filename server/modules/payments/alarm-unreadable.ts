/** Payments of ours that the provider reports in a shape that cannot be read. */
import { ProviderUnavailable, type ProviderPayment } from '#server/adapters/payments/port.ts'
import type { Core } from '#server/context.ts'
import { count } from '#server/shared/counts.ts'

export interface UnreadablePayment {
  readonly collectorId: string
  /** Null where not even that can be read. */
  readonly paymentId: string | null
  readonly orderPublicId: string | null
}

/** Raises the alarm. The other records of its list go on. */
export function alarmUnreadable(app: Pick<Core, 'log'>, payment: UnreadablePayment): void {
  count('unreadable_records', { of: 'own_payment' })
  app.log.error(payment, 'a payment of ours cannot be read')
}

/** Returns what `read` gives; undefined, with an alarm, where the provider's answer does not say what it must. */
export async function readOrAlarm(
  app: Pick<Core, 'log'>,
  payment: UnreadablePayment,
  read: () => Promise<ProviderPayment | null>,
): Promise<ProviderPayment | null | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) || error.reason !== 'bad_answer') throw error
    alarmUnreadable(app, payment)
    return undefined
  }
}
