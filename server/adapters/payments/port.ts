/**
 * Payments in our own words. Money is centavos, instants are ISO strings in UTC. What a provider may legitimately say is
 * returned; `ProviderUnavailable` is thrown only when the call itself failed.
 */

/** The provider refunds a payment for this long after it was approved. */
export const PROVIDER_REFUND_DAYS = 180

/** A company's account at the provider, its token already opened by the caller. */
export interface PaymentAccount {
  readonly accessToken: string
  readonly collectorId: string
}

export interface CheckoutItem {
  readonly id: string
  readonly title: string
  readonly quantity: number
  readonly unitPriceCents: number
}

export interface CheckoutRequest {
  readonly orderPublicId: string
  /** Counts the checkouts made for one order; with the order it makes the idempotency key. */
  readonly attempt: number
  readonly items: readonly CheckoutItem[]
  readonly payer: { readonly name: string; readonly mail: string | null }
  /** What the marketplace keeps of the total. */
  readonly marketplaceFeeCents: number
  /** Comes back in every payment and is what payments are searched by. */
  readonly externalReference: string
  readonly notificationUrl: string
  readonly backUrls: { readonly success: string; readonly pending: string; readonly failure: string }
  /** After this instant the checkout takes no more payments: the end of the hold. */
  readonly expiresAt: string
  /** Until when a voucher may be paid in cash, where it lives longer than the checkout. */
  readonly cashUntil?: string
  /** Approved or rejected at once, never pending. */
  readonly binary: boolean
  readonly allowCash: boolean
  /** At most 22 characters reach the buyer's card statement. */
  readonly statementDescriptor: string
  readonly idempotencyKey: string
}

export interface Checkout {
  readonly preferenceId: string
  /** Where the buyer's browser goes to pay. */
  readonly url: string
}

/** `charged_back`: the card's bank took the money, for now or for good; a chargeback that the seller won is `approved` again. */
export type PaymentStatus = 'pending' | 'approved' | 'rejected' | 'cancelled' | 'refunded' | 'charged_back'

export interface ProviderPayment {
  readonly id: string
  readonly status: PaymentStatus
  /** The provider's own word for why, for example `cc_rejected_insufficient_amount`. */
  readonly statusDetail: string | null
  readonly externalReference: string | null
  readonly amountCents: number
  readonly currency: string
  readonly collectorId: string
  /** False for payments made with test credentials. */
  readonly liveMode: boolean
  readonly refundedCents: number
  /** The provider's own fee; null where the provider did not itemise it (searches may not). */
  readonly feeCents: number | null
  /** What was kept for the marketplace; null like `feeCents`. */
  readonly marketplaceFeeCents: number | null
  /** What reached the seller; null while nothing did. */
  readonly netReceivedCents: number | null
  /** From when the seller may use what reached him; null where the provider did not say (yet). */
  readonly releasesAt: string | null
  /** The buyer complained and the provider is deciding; `status` stays approved until it has. */
  readonly isDisputed: boolean
  /** The chargeback was decided against the seller: what the bank took stays gone. */
  readonly isChargebackLost: boolean
  readonly createdAt: string | null
  readonly approvedAt: string | null
  /** Orders two answers about the same payment (invariant M3); UTC texts compare as they follow in time. */
  readonly lastUpdatedAt: string
  /** `visa`, `account_money`, `rapipago`… */
  readonly paymentMethod: string | null
  /** `credit_card`, `debit_card`, `account_money`, `ticket`… */
  readonly paymentType: string | null
  readonly installments: number | null
  readonly payerMail: string | null
}

/** A row of a list that does not say what it must, by what it names; null where that cannot be read either. */
export interface Unreadable {
  readonly id: string | null
  readonly externalReference: string | null
}

/** A list of the provider. One row that cannot be read takes none of the others with it. */
export interface Listed<Item> {
  readonly items: readonly Item[]
  readonly unreadable: readonly Unreadable[]
}

export interface RefundRequest {
  readonly paymentId: string
  /** Absent gives everything back that was not given back yet. */
  readonly amountCents?: number | undefined
  /** Stored by the caller before the call, so that a repeated call refunds once (invariant M6). */
  readonly idempotencyKey: string
}

/**
 * Why the provider will not refund. `account_revoked`: the seller must connect again; `not_refundable`: the payment is
 * in a state that has nothing to give back.
 */
export type RefundRefusal =
  | 'insufficient_balance'
  | 'already_refunded'
  | 'exceeds_remainder'
  | 'too_late'
  | 'not_refundable'
  | 'not_found'
  | 'account_revoked'
  | 'other'

export type RefundResult =
  | { readonly state: 'approved' | 'in_process'; readonly refundId: string; readonly amountCents: number }
  | {
      readonly state: 'rejected'
      readonly reason: RefundRefusal
      /** Set when the provider made a refund and rejected it. */
      readonly refundId: string | null
      /** The provider's codes, for people who look into it. */
      readonly detail: string
    }

export interface ProviderRefund {
  readonly refundId: string
  readonly amountCents: number
  readonly state: 'approved' | 'in_process' | 'rejected'
}

export interface ChangedPayments extends Listed<ProviderPayment> {
  /** Whether nothing that changed is left to read. */
  readonly isWhole: boolean
  /** The last change that was read; null where none was. */
  readonly lastChangeAt: string | null
}

/** What a seller's authorization gives. Tokens leave the server only sealed. */
export interface Grant {
  readonly accessToken: string
  /** Replaces the earlier one: the provider rotates it at every refresh. */
  readonly refreshToken: string
  readonly collectorId: string
  readonly expiresInSeconds: number
  readonly liveMode: boolean
}
export type GrantResult =
  | ({ readonly state: 'granted' } & Grant)
  | { readonly state: 'refused'; readonly reason: string }

export interface AccountProfile {
  readonly collectorId: string
  readonly nickname: string | null
  readonly mail: string | null
}

/** How much a notification may be believed: only `valid` came from the provider; the others are hints. */
export type WebhookTrust = 'valid' | 'invalid' | 'unsigned'

export interface WebhookSignature {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** `data.id` exactly as the query carried it. */
  readonly dataId: string | undefined
  readonly now: string
}

export interface Notification {
  /** Unique per event at the provider; a repeated delivery carries the same. */
  readonly notificationId: string
  readonly topic: 'payment' | 'merchant_order' | 'chargeback' | 'account' | 'other'
  readonly resourceId: string
  /** Whose account it speaks of, if it says so. */
  readonly collectorId: string | null
}

export interface Payments {
  /** False when no provider is configured: paid sales are off and every call is refused. */
  readonly isConfigured: boolean

  /** Makes the provider's checkout; the same key and request give the same one again. */
  createCheckout(account: PaymentAccount, request: CheckoutRequest): Promise<Checkout>
  /** Makes a checkout take no more payments; false when the provider does not know it. */
  expireCheckout(account: PaymentAccount, preferenceId: string): Promise<boolean>

  /**
   * The payment as the provider reports it, or null when this account has none by that id. One that does not say what decides about
   * money is `bad_answer`.
   */
  fetchPayment(account: PaymentAccount, paymentId: string): Promise<ProviderPayment | null>
  /** Every payment with that reference, newest first. The provider's search may lag behind `fetchPayment`, mostly by seconds. */
  searchPayments(account: PaymentAccount, externalReference: string): Promise<Listed<ProviderPayment>>
  /**
   * Payments that changed at `from` or later, in the order of their last change; some thousands at most, after which a caller
   * goes on from `lastChangeAt`. It lags behind `fetchPayment` as the other search does.
   */
  listChanged(account: PaymentAccount, from: string): Promise<ChangedPayments>
  /** Tries to cancel a pending payment and returns its state afterwards; null when there is none by that id. */
  cancelPayment(account: PaymentAccount, paymentId: string): Promise<ProviderPayment | null>

  refundPayment(account: PaymentAccount, request: RefundRequest): Promise<RefundResult>
  /** Refunds made so far, by us or by anybody else; empty when the payment is unknown. */
  listRefunds(account: PaymentAccount, paymentId: string): Promise<Listed<ProviderRefund>>

  /** Where a seller's browser goes to authorize us. `codeChallenge` is S256 (RFC 7636). */
  authorizationUrl(request: { state: string; codeChallenge: string; redirectUri: string }): string
  exchangeCode(request: { code: string; codeVerifier: string; redirectUri: string }): Promise<GrantResult>
  refreshToken(refreshToken: string): Promise<GrantResult>
  /** Whose token this is, or null when the provider no longer accepts it. */
  fetchAccount(accessToken: string): Promise<AccountProfile | null>

  verifyWebhook(signature: WebhookSignature): WebhookTrust
  /** What a notification speaks of, or null when it says nothing we understand. Never truth: fetch the resource. */
  readNotification(request: { query: Readonly<Record<string, unknown>>; body: unknown }): Notification | null
}

export type UnavailableReason =
  | 'not_configured'
  /** Network fault or time-out; the call may have taken effect all the same. */
  | 'unreachable'
  | 'rate_limited'
  | 'provider_error'
  /** The seller's token is revoked or expired. */
  | 'account_revoked'
  /** The provider did not accept our request: a fault of ours. */
  | 'bad_request'
  /** The idempotency key was used with another request, or its first use is still running. */
  | 'conflict'
  /** The token works, but for another account than the caller said. */
  | 'wrong_account'
  /** An answer that does not say what it must. */
  | 'bad_answer'

const RETRYABLE: readonly UnavailableReason[] = ['unreachable', 'rate_limited', 'provider_error', 'bad_answer']

/** The call to the provider failed. Carries no token and no personal data, so that it can be logged. */
export class ProviderUnavailable extends Error {
  readonly reason: UnavailableReason
  /** Whether the same call may succeed later without anybody doing anything. */
  readonly retryable: boolean
  /** HTTP status, when there was an answer. */
  readonly status: number | null

  constructor(
    reason: UnavailableReason,
    operation: string,
    { status = null, detail = '' }: { status?: number | null; detail?: string } = {},
  ) {
    super(`payments.${operation}: ${reason}${status === null ? '' : ` (${status})`}${detail ? ` ${detail}` : ''}`)
    this.name = 'ProviderUnavailable'
    this.reason = reason
    this.retryable = RETRYABLE.includes(reason)
    this.status = status
  }
}
