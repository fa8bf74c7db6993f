import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

const eventFields = {
  name: 'Noche de acceso',
  description: '',
  categoryId: 1,
  venueName: 'Salón',
  adress: 'Calle 123',
  city: 'Rosario',
  province: 'Santa Fe',
  dateEvent: '2035-05-05',
  startTime: '22:00',
  endTime: '04:00',
}

export const samples: Samples = {
  kinds: { event: { makeId: newId }, ticketType: { makeId: newId } },
  requests: (of) => ({
    'POST /api/v1/event': { body: eventFields },
    'PUT /api/v1/event/{id}': { body: eventFields },
    'PUT /api/v1/event/{id}/tickets': {
      body: { ticketTypes: [{ id: of.ticketType, name: 'General', price: 100, capacity: 50 }] },
    },
    'GET /api/v1/ticket/types': { query: { eventId: of.event } },
    'POST /api/v1/events/{id}/staff': { body: { kind: 'RRPP', userId: of.event } },
  }),
  opens: {
    managedEvent: { sibling: ['organizer', 'admin', 'god'], foreign: ['admin', 'god'] },
    promotedEvent: { sibling: ['organizer', 'admin', 'god'], foreign: ['admin', 'god'] },
    visibleEvent: { sibling: ['organizer', 'admin', 'god'], foreign: ['admin', 'god'] },
  },
  // A person who has an account may be asked to join.
  namesAnybody: ['POST /api/v1/events/{id}/staff userId'],
  updates: ['events', 'ticket_types'],
  columns: {
    // A published event that moves remembers from where and when, also before any sale.
    adress: ['events.address', '+event_changes'],
    city: ['events.city', '+event_changes'],
    province: ['events.province', '+event_changes'],
    venueName: ['events.venue_name', '+event_changes'],
    dateEvent: [
      'events.starts_at',
      'events.ends_at',
      'ticket_types.valid_until',
      'ticket_types.sale_ends_at',
      '+event_changes',
    ],
    startTime: ['events.starts_at', 'events.ends_at', '+event_changes'],
    // What becomes public gets its address that can be said.
    isPrivate: ['events.is_private', 'events.slug', '+event_slugs'],
    endTime: ['events.ends_at'],
    capacity: ['event_stock.capacity', '+event_stock', 'ticket_stock.capacity'],
    price: ['ticket_types.price_cents', 'events.price_from_cents'],
    visibility: ['ticket_types.visibility', 'events.price_from_cents'],
    removed: ['ticket_types.removed_at', 'ticket_stock.capacity', 'events.price_from_cents'],
  },
}
