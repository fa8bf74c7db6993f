/** What is known of a payment that the provider told us of, and of the order that it names, while that order is locked. */
import type { NotedPayment } from '#server/modules/payments/note-payment.ts'
import type { OrderToIssue } from '#server/modules/tickets/issuing/issue-tickets.ts'
import type { LockedOrder } from '../store.ts'

export interface PaymentFacts {
  readonly order: LockedOrder
  /** The event's number inside codes. */
  readonly eventNumber: number
  readonly lines: OrderToIssue['lines']
  /** The accounts that the order's checkouts collect for, and the one that its company has now. */
  readonly collectorIds: readonly string[]
  /** What was known of this payment before; null when it is told for the first time. */
  readonly known: NotedPayment | null
  /** Its money was entered as buying nothing. */
  readonly isInSuspense: boolean
  /** Another payment has paid the order. */
  readonly isPaidByAnother: boolean
}
