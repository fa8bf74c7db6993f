import { expect, test } from 'vitest'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { eventJsonLd } from './event-json-ld.ts'

const night: EventPage = {
  id: '019a9d3e-0000-7000-8000-000000000000',
  number: 7,
  slug: 'fiesta-lunar-rosario-1',
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
  Location: { name: 'Salón Paraná', city: 'Rosario', province: 'Santa Fe', lat: -32.94, lng: -60.65 },
  Category: { id: 1, name: 'Electrónica' },
  categoryId: 1,
  minimumAge: null,
  flyer: { id: 'a'.repeat(64), width: 800, height: 1000 },
  company: { id: '019a9d3e-0000-7000-8000-000000000001', name: 'Club Central', slug: 'club-central' },
  priceFrom: 18_000,
  priceTo: 18_000,
  availability: 'available',
  description: 'Una noche larga.',
  admissionConditions: null,
  movedUntil: null,
  forbidsMinors: false,
  orderLimit: 10,
  personLimit: 20,
  holdMinutes: 15,
  absorbsServiceFee: false,
  acceptsCash: false,
  allowsTransfers: true,
}
const type = (availability: TicketType['availability']): TicketType => ({
  id: '019a9d3e-0000-7000-8000-000000000002',
  name: 'General',
  description: null,
  price: 18_000,
  fee: 1800,
  validUntil: null,
  saleStartsAt: '2026-11-01T12:00:00.000Z',
  saleEndsAt: null,
  perPersonLimit: null,
  availability,
})
const ORIGIN = 'https://previa.example'
const AS_PLANNED = { origin: ORIGIN, previousStart: null }

test('an event as search engines read it', () => {
  expect(eventJsonLd(night, [type('last')], AS_PLANNED)).toMatchObject({
    '@type': 'Event',
    startDate: '2026-11-28T23:30:00-03:00',
    endDate: '2026-11-29T06:00:00-03:00',
    url: `${ORIGIN}/evento/fiesta-lunar-rosario-1`,
    image: [`${ORIGIN}/media/${'a'.repeat(64)}-1280.jpg`],
    location: { geo: { latitude: -32.94, longitude: -60.65 }, address: { addressRegion: 'Santa Fe' } },
    organizer: { url: `${ORIGIN}/organizacion/club-central` },
    // What is paid in all.
    offers: [
      { price: 19_800, availability: 'https://schema.org/LimitedAvailability', validFrom: '2026-11-01T12:00:00.000Z' },
    ],
  })
})

test.each([
  ['cancelled', 'https://schema.org/EventCancelled'],
  ['success', 'https://schema.org/EventScheduled'],
] as const)('its state when %s', (state, eventStatus) => {
  expect(eventJsonLd({ ...night, state }, [], AS_PLANNED)).toMatchObject({ eventStatus, offers: [] })
})

test('one that moved says from when, unless it was cancelled', () => {
  const moved = { origin: ORIGIN, previousStart: '2026-11-22T02:30:00.000Z' }
  expect(eventJsonLd(night, [], moved)).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: '2026-11-21T23:30:00-03:00',
  })
  const cancelled = eventJsonLd({ ...night, state: 'cancelled' }, [], moved)
  expect(cancelled).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
  expect(cancelled).not.toHaveProperty('previousStartDate')
})

test('an event without a start has no structured data', () => {
  expect(eventJsonLd({ ...night, startDate: null }, [], AS_PLANNED)).toBeUndefined()
})
