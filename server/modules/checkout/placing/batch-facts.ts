/** The facts that a batch of orders is decided by, as `checkout_lock_batch` gives them, and what a decision says. */
import type { OrderDrink, OrderLine, OrderState } from '#contract/sales/checkout.ts'
import type { FailureCode } from '#contract/api/failures.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import type { DiscountFacts } from '#server/modules/discounts/judge-discount.ts'
import type { Viewer } from '#server/modules/events/reach.ts'
import type { HoldTerms } from '../holds/hold-rules.ts'
import type { CartDrink, CartItem } from '../order.ts'

/** An order as it enters the queue. */
export interface OrderRequest {
  readonly id: string
  readonly publicId: string
  readonly eventId: string
  readonly buyerId: string
  /** Decides what the buyer may see beyond the public. */
  readonly viewer: Viewer
  /** Each type once. */
  readonly items: readonly CartItem[]
  /** Each drink once; undefined for none. */
  readonly drinks?: readonly CartDrink[] | undefined
  readonly platform: string
  readonly referralCode: string | undefined
  /** As `normalCode` spells it. */
  readonly discountCode?: string | undefined
  /** The caller's key, or a random one. */
  readonly key: string
  /** Fingerprint of the request, in hex. */
  readonly requestHash: string
  /** Of a buyer without a session, what they wrote; the pending account is the buyer. */
  readonly guest?: GuestContacts | undefined
  readonly ip: string
  /** The device that the browser names, or `ip ` and the address when it names none. */
  readonly device: string
  readonly requestId: string
}

/** What a buyer without a session typed: the name, the mail masked, the rest as keyed hashes, in hex. */
export interface GuestContacts {
  readonly name: string
  /** The mail, masked. */
  readonly sentTo: string
  /** Limits by contact count by phone and mail. */
  readonly phone: string
  readonly mail: string
  /** The contacts that a code was sent to and came back from. */
  readonly proved: { readonly phone: boolean; readonly mail: boolean }
  /** All that was typed: the same key with anything else is another request. */
  readonly typed: string
  /** The caller's key on their device; undefined for a purchase without one, which cannot be repeated. */
  readonly key: string | undefined
}

/** Places of one type. */
export interface Places {
  readonly typeId: string
  readonly quantity: number
}

/** Instants are milliseconds since 1970, amounts centavos. */
export interface EventFacts {
  readonly id: string
  readonly name: string
  readonly number: number
  readonly companyId: string
  readonly state: string
  /** By its own state, its dates and its company's state. */
  readonly isOnSale: boolean
  readonly isPrivate: boolean
  readonly orderLimit: number
  readonly personLimit: number
  readonly holdMinutes: number
  /** Age that a buyer must have on the day; null when minors may come. */
  readonly ageLimit: number | null
  /** Of its start, as YYYY-MM-DD. */
  readonly day: string
  /** The platform's terms that it took when it was made. */
  readonly fee: FeeTerms
  /** Whether the company bears the fee, out of the price. */
  readonly absorbsFee: boolean
  /** Free by the event's own capacity; null when that binds nothing. */
  readonly free: number | null
  /** Null where there is no waitlist. */
  readonly waitlist: WaitlistFacts | null
}

/** Demand of the waitlist of an event (waiting-list). */
export interface WaitlistFacts {
  /** Places that people wait for, by type, of the types of the batch; null for none. */
  readonly wanted: Readonly<Record<string, number>> | null
  /** Free places that are kept for those who wait for other types. */
  readonly keptElsewhere: number
}

export interface CompanyFacts {
  readonly id: string
  readonly sellsPaid: boolean
}

export interface TypeFacts {
  readonly id: string
  readonly eventId: string
  readonly name: string
  /** Its number inside ticket codes. */
  readonly position: number
  readonly priceCents: number
  readonly isOffered: boolean
  readonly isOpen: boolean
  readonly perPersonLimit: number | null
  readonly capacity: number
  /** Held without paying, or had free of charge, by accounts that verified nothing. */
  readonly unproved: number
  /** By its capacity alone; places that the waitlist wants are not free. */
  readonly free: number
}

export interface DrinkFacts {
  readonly id: string
  readonly eventId: string
  readonly name: string
  readonly priceCents: number
  readonly isAvailable: boolean
  readonly isRemoved: boolean
}

/** An order in its present state, found again by its key. */
export interface StoredOrder {
  readonly id: string
  readonly requestHash: string
  readonly publicId: string
  readonly eventId: string
  readonly eventName: string
  readonly state: OrderState
  readonly heldUntilMs: number | null
  readonly discountCode: string | null
  readonly discountCents: number
  readonly subtotalCents: number
  readonly feeCents: number
  readonly totalCents: number
  readonly createdAtMs: number
  readonly referral: { readonly referralCode: string; readonly promoterName: string } | null
  readonly lines: readonly OrderLine[]
  readonly drinks: readonly OrderDrink[]
}

export interface EarlierHold {
  readonly heldUntilMs: number
  readonly isRenewed: boolean
  readonly isExtended: boolean
}

export interface ReplacedHold extends EarlierHold {
  readonly id: string
  readonly device: string | null
  readonly isUnproved: boolean
  /** The provider reported an attempt to pay it. */
  readonly isAttempted: boolean
  /** It took places that the waitlist had offered, or replaced an order that did. */
  readonly isOffered: boolean
  /** The discount code whose use it has. */
  readonly discountId: string | null
  readonly lines: readonly Places[]
}

/** Places of one type that are kept for one person who waited. */
export interface Offer {
  readonly id: string
  readonly typeId: string
  readonly places: number
}

/** A buyer's earlier orders of the event that were not free, as facts about the next one. */
export interface PastOrders {
  /** Another unpaid one came while the batch waited for its locks. */
  readonly isRaced: boolean
  /** The last one, when it was given up for free tickets and its end is yet to come. */
  readonly abandoned: EarlierHold | null
  /** Those whose end came without an attempt to pay, given up or not. */
  readonly lapses: number
  readonly lastLapseMs: number | null
}

/** Facts of one request and its buyer. */
export interface OrderFacts {
  readonly stored: StoredOrder | null
  /** The buyer used the key for something else than an order. */
  readonly isKeyTaken: boolean
  /** The buyer's unpaid order of the event, which this transaction holds. */
  readonly replaces: ReplacedHold | null
  /** What the buyer ordered of the event before; null when that is nothing to pay. */
  readonly past: PastOrders | null
  readonly buyer: {
    readonly hasPhone: boolean
    readonly birthDate: string | null
    readonly isUnproved: boolean
    /** An account that was never activated. */
    readonly isPending?: boolean
  } | null
  /** Places that the buyer holds or has bought, by type and, under the event's id, of the event. */
  readonly taken: Readonly<Record<string, number>> | null
  /** Of a buyer without a session: what was ordered so with either contact, and how many with each in a day were not paid. */
  readonly contact?: {
    readonly unpaid: { readonly phone: number; readonly mail: number }
    readonly taken: Readonly<Record<string, number>> | null
  } | null
  readonly promoter: {
    readonly code: string
    readonly promoter_id: string
    readonly promoter_name: string
  } | null
  /** The code that it gave, when the event has it, and how many of its uses the buyer has. */
  readonly discount: { readonly id: string; readonly uses: number } | null
  /** The buyer's open offers; null where the waitlist is empty. */
  readonly offers: readonly Offer[] | null
}

/** A hold that this batch ends because its time is over. */
export interface EndedHold {
  readonly id: string
  readonly eventId: string
  readonly buyerId: string
  readonly device: string | null
  readonly isUnproved: boolean
  readonly discountId: string | null
  readonly lines: readonly Places[]
}

export interface BatchFacts {
  readonly atMs: number
  /** Whether a payment provider is configured at all. */
  readonly takesPayments: boolean
  /** One per request, in arrival order. */
  readonly orders: readonly OrderFacts[]
  readonly events: readonly EventFacts[]
  readonly companies: readonly CompanyFacts[]
  readonly types: readonly TypeFacts[]
  /** Those that the orders gave and that stand. */
  readonly discountCodes: readonly DiscountFacts[]
  readonly drinks: readonly DrinkFacts[]
  readonly ended: readonly EndedHold[]
  /** Unpaid holds by device and event, those of `ended` among them. */
  readonly holds: readonly (readonly [device: string, eventId: string, holds: number])[]
  /** What nobody verified had free of charge in the last day, by device and event; only where an order of the batch could be free. */
  readonly freeOrders: readonly (readonly [device: string, eventId: string, orders: number])[]
}

export interface Refusal {
  readonly refused: FailureCode
  /** With `hold_wait`: until when. */
  readonly untilMs?: number
  /** With `contact_limit`: the contact that a code would help. */
  readonly contact?: 'phone' | 'mail'
}

export interface PricedLine extends OrderLine {
  readonly position: number
  readonly unitAbsorbedFeeCents: number
}

export interface PricedDrink extends OrderDrink {
  readonly unitAbsorbedFeeCents: number
}

export interface AcceptedOrder {
  readonly request: OrderRequest
  readonly event: EventFacts
  readonly lines: readonly PricedLine[]
  readonly drinks: readonly PricedDrink[]
  readonly seats: number
  readonly discount: { readonly id: string; readonly code: string } | null
  /** Amount of the discount. */
  readonly discountCents: number
  readonly subtotalCents: number
  readonly feeCents: number
  /** Service fee that the company bears. */
  readonly absorbedFeeCents: number
  /** When its hold ends; null when there is nothing to pay and it is a sale at once. */
  readonly hold: HoldTerms | null
  readonly isHoldExtended: boolean
  readonly isUnproved: boolean
  /** Offers of the waiting list that it takes. */
  readonly offers: readonly Offer[]
  /** Its places had been offered: letting it lapse is not held against the buyer. */
  readonly isOffered: boolean
  readonly promoter: OrderFacts['promoter']
}

export type Decision = Refusal | { readonly replayed: StoredOrder } | { readonly accepted: AcceptedOrder }

/** A change of stock. */
export interface StockChange {
  readonly eventId: string
  readonly buyerId: string
  readonly typeId: string
  readonly held: number
  readonly sold: number
  /** Of those held or had free of charge, the ones of accounts that verified nothing. */
  readonly unproved: number
}

export interface BatchDecision {
  readonly decisions: readonly Decision[]
  readonly expiredIds: readonly string[]
  readonly cancelledIds: readonly string[]
  readonly moves: readonly StockChange[]
  /** Types of which nothing is left. */
  readonly soldOut: readonly string[]
}
