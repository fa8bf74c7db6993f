import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'

/** A published event, as the server describes it to everybody. */
export function eventPage(changes: Partial<EventPage> = {}): EventPage {
  return {
    id: '01990000-0000-7000-8000-0000000000e1',
    number: 7,
    slug: null,
    name: 'Fiesta Lunar',
    dateEvent: '2026-11-28',
    startDate: '2026-11-29T02:30:00.000Z',
    endDate: '2026-11-29T09:00:00.000Z',
    startTime: '23:30',
    endTime: '06:00',
    adress: 'Av. del Valle 2700',
    state: 'active',
    isExpired: false,
    isPrivate: false,
    isPinned: false,
    Location: { name: 'Salón Paraná', city: 'Rosario', province: 'Santa Fe', lat: null, lng: null },
    Category: { id: 1, name: 'Electrónica' },
    categoryId: 1,
    minimumAge: null,
    flyer: null,
    company: { id: '01990000-0000-7000-8000-0000000000c0', name: 'Club Central', slug: 'club-central' },
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
    acceptsCash: false,
    allowsTransfers: true,
    ...changes,
  }
}

export function ticketType(changes: Partial<TicketType> = {}): TicketType {
  return {
    id: '01990000-0000-7000-8000-0000000000a1',
    name: 'General',
    description: null,
    price: 18_000,
    fee: 1800,
    validUntil: null,
    saleStartsAt: null,
    saleEndsAt: null,
    perPersonLimit: null,
    availability: 'available',
    ...changes,
  }
}
