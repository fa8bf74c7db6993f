/** Facts about one order of one buyer, with everything as a plain sale has it; tests change what they are about. */
import { DEFAULT_FEE_TERMS } from '#contract/values/prices.ts'
import type {
  OrderRequest,
  EventFacts,
  OrderFacts,
  ReplacedHold,
  StoredOrder,
  TypeFacts,
} from '#server/modules/checkout/placing/batch-facts.ts'
import type { DiscountFacts } from '#server/modules/discounts/judge-discount.ts'

export const MINUTE = 60_000
export const NOW = 1_000_000 * MINUTE

export const event: EventFacts = {
  id: 'event',
  name: 'Fiesta Lunar',
  number: 7,
  companyId: 'company',
  state: 'active',
  isOnSale: true,
  isPrivate: false,
  orderLimit: 10,
  personLimit: 20,
  holdMinutes: 15,
  ageLimit: null,
  day: '2026-11-28',
  fee: DEFAULT_FEE_TERMS,
  absorbsFee: false,
  free: null,
  waitlist: null,
}
export const type: TypeFacts = {
  id: 'type',
  eventId: 'event',
  name: 'General',
  position: 1,
  priceCents: 1_800_000,
  isOffered: true,
  isOpen: true,
  perPersonLimit: null,
  capacity: 100,
  unproved: 0,
  free: 100,
}
/** A fifth off, without limits. */
export const code: DiscountFacts = {
  id: 'code',
  code: 'VERANO20',
  percent: 20,
  amountCents: null,
  typeIds: null,
  maxUses: null,
  perPersonLimit: null,
  uses: 0,
  startsAtMs: null,
  endsAtMs: null,
}
export const company = { id: 'company', sellsPaid: true }
export const buyer = { hasPhone: true, birthDate: '1995-04-12', isUnproved: false }
export const fresh: OrderFacts = {
  stored: null,
  isKeyTaken: false,
  replaces: null,
  past: null,
  buyer,
  taken: null,
  promoter: null,
  discount: null,
  offers: null,
}
export const hold: ReplacedHold = {
  id: 'earlier',
  heldUntilMs: NOW + 10 * MINUTE,
  device: 'device',
  isUnproved: false,
  isRenewed: false,
  isExtended: false,
  isAttempted: false,
  isOffered: false,
  discountId: null,
  lines: [{ typeId: 'type', quantity: 2 }],
}
export const request: OrderRequest = {
  id: 'order',
  publicId: 'public',
  eventId: 'event',
  buyerId: 'buyer',
  viewer: { roles: ['CLIENT'], companyId: null, eventRoles: [] },
  items: [{ ticketTypeId: 'type', quantity: 2 }],
  platform: 'web',
  referralCode: undefined,
  key: 'key',
  requestHash: 'aa',
  ip: '127.0.0.1',
  device: 'device',
  requestId: 'request',
}

export const stored: StoredOrder = {
  id: 'stored',
  requestHash: 'aa',
  publicId: 'p',
  eventId: 'event',
  eventName: 'Fiesta Lunar',
  state: 'cancelled',
  heldUntilMs: NOW,
  discountCode: null,
  discountCents: 0,
  subtotalCents: 0,
  feeCents: 0,
  totalCents: 0,
  createdAtMs: NOW,
  referral: null,
  lines: [],
  drinks: [],
}
