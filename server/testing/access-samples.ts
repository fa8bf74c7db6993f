/** A body or query that each endpoint would accept, so that access is judged by the rule and not by a missing field. */
import type { GivenUser } from './given.ts'
import type { TargetObjects } from './requests.ts'

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

/** By `METHOD path`: what to send for these objects. Endpoints that need nothing are not listed. */
export function accessSamples(
  of: Pick<TargetObjects, 'event' | 'ticketType' | 'ticket'>,
  person: Pick<GivenUser, 'phone'>,
): Record<string, { body?: unknown; query?: Record<string, unknown> }> {
  return {
    'POST /api/v1/login': { body: { phone: person.phone, password: 'no-es-esta' } },
    'POST /api/v1/session/confirm': { body: { password: 'no-es-esta' } },
    'PUT /api/v1/user/change-password': { body: { currentPassword: 'no-es-esta', newPassword: 'una-clave-larga' } },
    'PUT /api/v1/user/profile': { body: { name: 'Persona de acceso', phone: person.phone } },
    'POST /api/v1/user/request-password-reset': { body: { email: 'nadie@previa.example' } },
    'POST /api/v1/user/confirm-password-reset': { body: { token: 'no-es-este', newPassword: 'una-clave-larga' } },
    'POST /api/v1/user/activate-account': {
      body: { token: 'no-es-este', newPassword: 'una-clave-larga', acceptTerms: true },
    },
    'POST /api/v1/user/renew-activation': { body: { token: 'no-es-este' } },
    'POST /api/v1/user/verify-contact/request': { body: { kind: 'mail' } },
    'POST /api/v1/user/verify-contact/confirm': { body: { kind: 'mail', code: '000000' } },
    'POST /api/v1/event': { body: eventFields },
    'PUT /api/v1/event/{id}': { body: eventFields },
    'PUT /api/v1/event/{id}/tickets': {
      body: { ticketTypes: [{ id: of.ticketType, name: 'General', price: 100, capacity: 50 }] },
    },
    'GET /api/v1/ticket/types': { query: { eventId: of.event } },
    'POST /api/v1/ticket': { body: { eventId: of.event, ticketTypeId: of.ticketType, quantity: 1 } },
    'POST /api/v1/ticket/purchase-multiple': {
      body: { eventId: of.event, items: [{ ticketTypeId: of.ticketType, quantity: 1 }] },
    },
    'POST /api/v1/ticket/purchase-with-referral': {
      body: { eventId: of.event, ticketTypeId: of.ticketType, quantity: 1, rrpp: 'NADIE' },
    },
    'POST /api/v1/ticket/resend-whatsapp': { body: { ticketId: of.ticket } },
    'POST /api/v1/ticket/transfer/{id}': { body: { toUserId: of.event } },
    'POST /api/v1/ticket/scan-qr/{ticketId}': { body: { eventId: of.event, via: 'typed' } },
    // Nobody: a person of the test would get the role, or lose their session.
    'PATCH /api/v1/user/change-role': { body: { userId: of.event, roleId: 'RRPP', eventId: of.event } },
    'GET /api/v1/user/search': { query: { query: 'camila' } },
    'GET /api/v1/user/search-by-phone': { query: { phone: person.phone } },
    'POST /api/v1/events/{id}/staff': { body: { kind: 'RRPP', userId: of.event } },
    'POST /api/v1/email/contact': {
      body: { name: 'Alguien', mail: 'alguien@previa.example', message: 'Una consulta cualquiera.' },
    },
    // Another number of tickets than anybody has: nobody's account is asked to be deleted.
    'POST /api/v1/account-deletion/request': { body: { confirmation: 'ELIMINAR', ticketsGivenUp: 99 } },
    'POST /api/v1/admin/account-deletions/{id}/resolve': { body: { action: 'review' } },
    'GET /api/v1/user/data-export/{id}/file': { query: { until: 0, s: 'firma-que-no-es' } },
    'GET /pagar/{publicId}': { query: { s: 'firma-que-no-es' } },
  }
}
