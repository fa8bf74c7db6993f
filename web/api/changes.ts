/**
 * What a write changes of what was read. Both by path, so that no screen lists what to reload: a write makes everything read of
 * its subjects old. A test holds the whole contract against it.
 */
import type { EndpointSpec } from '#contract/api/endpoint.ts'

type Subject = keyof typeof reads

/** What is read of each subject. */
const reads = {
  account: ['/api/v1/user/profile', '/api/v1/user/profile/completion-status', '/api/v1/user/profile/google-validation'],
  sessions: ['/api/v1/sessions'],
  exports: ['/api/v1/user/data-export', '/api/v1/user/data-export/{id}'],
  deletions: [
    '/api/v1/account-deletion/my-requests',
    '/api/v1/admin/account-deletions',
    '/api/v1/admin/account-deletions/{id}',
  ],
  orders: [
    '/api/v1/orders',
    '/api/v1/orders/{publicId}/status',
    '/api/v1/company/{companyId}/settlement',
    '/api/v1/events/{id}/sales',
  ],
  tickets: [
    '/api/v1/event/my-tickets',
    '/api/v1/ticket/link/{token}',
    '/api/v1/ticket/dashboard',
    '/api/v1/ticket/event/{id}',
    '/api/v1/events/{id}/tickets/{ticketId}',
  ],
  events: [
    '/api/v1/event/home',
    '/api/v1/event/home/{id}',
    '/api/v1/event/preview',
    '/api/v1/event/single-page/{id}',
    '/api/v1/ticket/types',
    '/api/v1/company/{nameOrId}',
    '/api/v1/company/{nameOrId}/events',
    '/api/v1/event/dashboard',
    '/api/v1/event/dashboard/preview',
    '/api/v1/event/scanner/my-events',
    '/api/v1/events/{id}/issue-options',
  ],
  paymentAccount: ['/api/v1/company/{companyId}/payment-account', '/api/v1/webhook/mercadopago/verify-connection/{id}'],
  fees: ['/api/v1/company/{companyId}/fees', '/api/v1/admin/companies'],
  members: ['/api/v1/company/{companyId}/members'],
  fiscalData: ['/api/v1/company/{companyId}/fiscal-data'],
  organizerRequests: ['/api/v1/onboarding-info', '/api/v1/admin/organizer-requests'],
  figures: [
    '/api/v1/metrics/admin/summary/{id}',
    '/api/v1/metrics/summary/{eventId}',
    '/api/v1/metrics/admin/event-sales/{id}',
    '/api/v1/metrics/admin/event-tickets/{id}',
    '/api/v1/metrics/admin/event-rrpp/{id}',
    '/api/v1/admin/business-dashboard',
  ],
  drinks: ['/api/v1/events/{id}/drinks', '/api/v1/drinks/{drinkId}'],
  raffles: ['/api/v1/events/{id}/raffles', '/api/v1/raffles/{id}', '/api/v1/raffles/{id}/codes'],
  discountCodes: ['/api/v1/events/{id}/discount-codes'],
  moves: ['/api/v1/moves/{id}', '/api/v1/moves'],
  notices: ['/api/v1/event/{id}/notices', '/api/v1/event/{id}/notices/{noticeId}/people'],
  waiting: ['/api/v1/events/{id}/waiting-list', '/api/v1/events/{id}/waiting-list/mine'],
  refunds: [
    '/api/v1/events/{id}/refunds',
    '/api/v1/events/{id}/refunds/refundable',
    '/api/v1/events/{id}/refunds/summary',
    '/api/v1/events/{id}/refunds/tickets',
    '/api/v1/events/{id}/refunds/{refundId}',
    '/api/v1/events/{id}/refunds/all/{jobId}',
    '/api/v1/admin/mass-refunds',
    '/api/v1/refunds/failed',
  ],
  regrets: ['/api/v1/regret/{code}', '/api/v1/admin/regrets'],
  people: [
    '/api/v1/event/events/get-users-organization/{id}',
    '/api/v1/user/dashboard',
    '/api/v1/user/search',
    '/api/v1/user/search-by-phone',
  ],
  attendance: ['/api/v1/event/scanner/{id}/attendance'],
  reminders: ['/api/v1/ticket/event/{id}/pending-reminders'],
  promoters: ['/api/v1/events/{id}/promoters', '/api/v1/ticket/promo/rrpp'],
  promoted: [
    '/api/v1/event/dashboard/rrpp',
    '/api/v1/user/rrpp-referral-code',
    '/api/v1/user/rrpp-referral-metrics/{id}',
    '/api/v1/ticket/dashboard/rrpp',
    '/api/v1/ticket/dashboard/rrpp/get-promo-by-rrpp/{id}',
    '/api/v1/user/dashboard/rrpp',
    '/api/v1/user/search-for-rrpp',
  ],
  promoterMoney: ['/api/v1/rrpp/settlement', '/api/v1/events/{id}/promoters/{rrppId}/settlements'],
} as const

const ofEvents = ['events', 'tickets', 'figures'] as const
/** What was sold in person is in the settlement, and counts among what a whole event's refund leaves. */
const ofIssuances = ['tickets', 'events', 'orders', 'refunds', 'figures', 'promoted'] as const
const ofPurchases = ['orders', 'tickets', 'events', 'waiting', 'figures'] as const

const writes: Readonly<Record<string, readonly Subject[]>> = {
  'POST /api/v1/events/{id}/refunds': ['refunds', 'events', 'tickets', 'orders', 'figures'],
  'POST /api/v1/events/{id}/refunds/drinks': ['refunds', 'tickets', 'orders', 'figures'],
  'POST /api/v1/events/{id}/refunds/{refundId}/retry': ['refunds'],
  'POST /api/v1/events/{id}/refunds/all/preview': [],
  'POST /api/v1/events/{id}/refunds/all': ['refunds', 'events', 'tickets', 'orders', 'figures'],
  'POST /api/v1/events/{id}/refunds/all/{jobId}/{act}': ['refunds'],
  'POST /api/v1/regret': ['regrets'],
  'POST /api/v1/regret/{code}/confirm': ['regrets', 'orders', 'tickets', 'refunds'],
  'POST /api/v1/admin/regrets/{id}/orders': ['regrets'],
  'POST /api/v1/admin/regrets/{id}/resolve': ['regrets', 'refunds'],
  // Its form reads again by itself, once the session has its new token.
  'POST /api/v1/organizer/onboarding': [],
  'POST /api/v1/admin/organizer-requests/{id}/decide': ['organizerRequests', 'fees'],
  'POST /api/v1/events/{id}/drinks': ['drinks'],
  'PUT /api/v1/drinks/{drinkId}': ['drinks'],
  'DELETE /api/v1/drinks/{drinkId}': ['drinks'],
  // The bar shows what was answered; the tickets are other people's.
  'POST /api/v1/events/{id}/drink-vouchers': [],
  'POST /api/v1/drink-vouchers/{id}/redeem': ['tickets', 'refunds', 'figures'],
  'POST /api/v1/drink-vouchers/{id}/undo': ['tickets', 'refunds', 'figures'],
  'POST /api/v1/events/{id}/promoters/{rrppId}/settle': ['promoterMoney', 'promoted'],
  'POST /api/v1/events/{id}/promoters/{rrppId}/settlements/{settlementId}/withdraw': ['promoterMoney'],
  'POST /api/v1/rrpp/settlements/{id}/confirm': ['promoterMoney', 'promoted'],
  // Counted for the promoter, not for the visitor.
  'POST /api/v1/referral-visits': [],
  'POST /api/v1/events/{id}/raffles': ['raffles'],
  'PUT /api/v1/raffles/{id}': ['raffles'],
  'POST /api/v1/raffles/{id}/enter': ['raffles'],
  'POST /api/v1/raffles/{id}/open': ['raffles'],
  'POST /api/v1/raffles/{id}/close': ['raffles'],
  'POST /api/v1/raffles/{id}/draw': ['raffles'],
  'POST /api/v1/raffles/{id}/publish': ['raffles'],
  'POST /api/v1/raffles/{id}/cancel': ['raffles'],
  'DELETE /api/v1/sessions/{id}': ['sessions'],
  'PUT /api/v1/user/change-password': ['sessions'],
  'POST /api/v1/user/verify-contact/confirm': ['account'],
  'POST /api/v1/auth/google/link': ['account'],
  'PATCH /api/v1/user/profile/complete': ['account'],
  'PUT /api/v1/user/profile': ['account'],
  'DELETE /api/v1/user/profile/pending/{kind}': ['account'],
  'PUT /api/v1/user/profile/image': ['account'],
  'POST /api/v1/ticket': ofPurchases,
  'POST /api/v1/events/{id}/discount-codes': ['discountCodes'],
  'POST /api/v1/events/{id}/discount-codes/{codeId}/stop': ['discountCodes'],
  'POST /api/v1/ticket-types/{typeId}/waiting-list': ['waiting'],
  'DELETE /api/v1/ticket-types/{typeId}/waiting-list': ['waiting', 'events'],
  'POST /api/v1/ticket/{ticketId}/drinks': ['orders', 'tickets', 'figures'],
  'POST /api/v1/ticket/purchase-multiple': ofPurchases,
  'POST /api/v1/ticket/purchase-with-referral': ofPurchases,
  'POST /api/v1/ticket/event/{id}/send-pending-reminders': ['reminders'],
  'POST /api/v1/ticket/dashboard/organizator/generate-courtesy': ofIssuances,
  'POST /api/v1/ticket/dashboard/organizer/generate-ticket': ofIssuances,
  'POST /api/v1/ticket/organizer-generate-ticket': ofIssuances,
  'POST /api/v1/events/{id}/tickets/{ticketId}/cancel': ofIssuances,
  'POST /api/v1/ticket/dashboard/rrpp/generate-ticket': ofIssuances,
  'POST /api/v1/ticket/rrpp-generate-ticket': ofIssuances,
  'POST /api/v1/rrpp/tickets/{ticketId}/cancel': ofIssuances,
  'POST /api/v1/orders/{publicId}/pay': ofPurchases,
  'POST /api/v1/ticket/transfer/{id}': ['tickets'],
  // Its story says so.
  'POST /api/v1/ticket/resend-whatsapp': ['tickets'],
  'POST /api/v1/event': ofEvents,
  'PUT /api/v1/event/{id}': ofEvents,
  'PUT /api/v1/event/{id}/tickets': ofEvents,
  'POST /api/v1/event/{id}/publish': ofEvents,
  'POST /api/v1/event/{id}/deactivate': ofEvents,
  'POST /api/v1/event/{id}/close-sales': ofEvents,
  'POST /api/v1/event/{id}/open-sales': ofEvents,
  'POST /api/v1/event/{id}/cancel': ['events', 'tickets', 'notices', 'refunds', 'figures'],
  'POST /api/v1/event/{id}/notices': ['notices'],
  'POST /api/v1/moves/{id}/take-back': ['moves', 'orders', 'tickets', 'refunds'],
  'POST /api/v1/event/{id}/notices/{noticeId}/retry': ['notices'],
  'POST /api/v1/event/{id}/duplicate': ofEvents,
  'DELETE /api/v1/company/{companyId}/token': ['paymentAccount', 'events'],
  'PUT /api/v1/admin/companies/{id}/fees': ['fees'],
  'PUT /api/v1/company/{companyId}/fiscal-data': ['fiscalData'],
  'PUT /api/v1/company/{companyId}': ['events', 'fees', 'account'],
  'POST /api/v1/company/{companyId}/members': ['members'],
  'DELETE /api/v1/company/{companyId}/members/{userId}': ['members'],
  'POST /api/v1/company/{companyId}/members/{userId}/invitation': [],
  'POST /api/v1/events/{id}/staff': ['people', 'figures', 'promoters'],
  'DELETE /api/v1/events/{id}/staff/{userId}': ['people', 'promoters'],
  'PUT /api/v1/events/{id}/promoters/{rrppId}': ['promoters', 'promoted'],
  'PATCH /api/v1/events/{id}/promoters': ['promoters', 'promoted'],
  'POST /api/v1/events/{id}/promoters/copy': ['promoters', 'people', 'figures'],
  'POST /api/v1/ticket/promo/rrpp': ['promoters', 'promoted'],
  'PATCH /api/v1/user/change-role': ['people', 'promoters'],
  'POST /api/v1/account-deletion/request': ['deletions'],
  'DELETE /api/v1/account-deletion/{id}': ['deletions'],
  'POST /api/v1/admin/account-deletions/{id}/resolve': ['deletions', 'people'],
  'POST /api/v1/user/data-export': ['exports'],
  'POST /api/v1/ticket/scan-qr': ['attendance', 'figures'],
  'POST /api/v1/ticket/scan-qr/{ticketId}': ['attendance', 'figures'],
}

/** The paths whose answers a write makes old. */
export function changedBy({ method, path }: Pick<EndpointSpec, 'method' | 'path'>): ReadonlySet<unknown> {
  const changed: readonly string[] = (writes[`${method} ${path}`] ?? []).flatMap((subject) => reads[subject])
  return new Set(changed)
}

/** For the test that holds the contract against this. */
export const known = { reads: Object.values(reads).flat() as readonly string[], writes: Object.keys(writes) }
