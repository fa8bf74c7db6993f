/** Events for the tests of this area, as the server describes them. */
import type { FeeTerms } from '#contract/values/prices.ts'
import type { DashboardEvent, ManagedEvent, ManagedTicketType } from '#contract/events/events-managed.ts'

export const COMPANY = { id: '01990000-0000-7000-8000-0000000000c0', name: 'Club Central', slug: 'club-central' }
export const EVENT_ID = '01990000-0000-7000-8000-0000000000e1'
export const GENERAL_ID = '01990000-0000-7000-8000-0000000000a1'
export const VIP_ID = '01990000-0000-7000-8000-0000000000a2'
export const CATEGORIES = [
  { id: 1, name: 'Electrónica' },
  { id: 2, name: 'Recitales' },
]

export function managedType(changes: Partial<ManagedTicketType> = {}): ManagedTicketType {
  return {
    id: GENERAL_ID,
    name: 'General',
    description: null,
    price: 18_000,
    fee: 1800,
    validUntil: null,
    saleStartsAt: null,
    saleEndsAt: null,
    perPersonLimit: null,
    availability: 'available',
    visibility: 'visible',
    position: 0,
    capacity: 1200,
    sold: 0,
    held: 0,
    courtesies: 0,
    ...changes,
  }
}

/** What a company pays that was given no terms of its own. */
export const FEE_TERMS: FeeTerms = { percentBps: 1000, fixedCents: 0, leastCents: 0, mostCents: null }

export function managedEvent(changes: Partial<ManagedEvent> = {}): ManagedEvent {
  return {
    id: EVENT_ID,
    number: 7,
    slug: null,
    version: 1,
    name: 'Fiesta Lunar Rosario',
    dateEvent: '2030-11-30',
    startDate: '2030-11-30T23:30:00-03:00',
    endDate: '2030-12-01T06:00:00-03:00',
    startTime: '23:30',
    endTime: '06:00',
    adress: 'Av. del Valle 2700',
    state: 'pending',
    isExpired: false,
    isPrivate: false,
    isPinned: false,
    Location: { name: 'Salón Paraná', city: 'Rosario', province: 'Santa Fe', lat: -32.9, lng: -60.6 },
    Category: { id: 1, name: 'Electrónica' },
    categoryId: 1,
    minimumAge: 18,
    flyer: null,
    company: COMPANY,
    priceFrom: 18_000,
    priceTo: 18_000,
    availability: 'available',
    description: 'Doce horas de música.',
    admissionConditions: null,
    movedUntil: null,
    forbidsMinors: false,
    orderLimit: 10,
    personLimit: 20,
    holdMinutes: 15,
    absorbsServiceFee: false,
    serviceFee: FEE_TERMS,
    acceptsCash: false,
    allowsTransfers: true,
    capacity: null,
    courtesyLimit: 100,
    hasSales: false,
    canSellPaid: true,
    isSaleClosed: false,
    saleStop: null,
    areSalesStopped: false,
    ticketTypes: [managedType()],
    ...changes,
  }
}

export function dashboardEvent(changes: Partial<DashboardEvent> = {}): DashboardEvent {
  return { ...managedEvent(), sold: 0, capacity: 1200, held: 0, heldDevices: 0, scanned: 0, paidCents: 0, ...changes }
}
