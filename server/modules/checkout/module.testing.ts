import { sql } from 'kysely'
import { newId, newPublicOrderId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { order: { makeId: newPublicOrderId, isPersonal: true } },
  async belongings({ app }, at, person) {
    const [order, orderId] = [newPublicOrderId(), newId()]
    await app.db
      .insertInto('orders')
      .values({
        id: orderId,
        public_id: order,
        event_id: at.event,
        company_id: at.company,
        buyer_id: person.id,
        state: 'paid',
        subtotal_cents: 1_800_000,
        fee_cents: 180_000,
        total_cents: 1_980_000,
        paid_cents: 1_980_000,
        tickets_count: 1,
        paid_at: sql`app_now()`,
      })
      .execute()
    await app.db.updateTable('tickets').set({ order_id: orderId }).where('id', '=', at.ticket).execute()
    await app.db
      .insertInto('order_lines')
      .values({
        order_id: orderId,
        type_id: at.ticketType,
        quantity: 1,
        unit_price_cents: 1_800_000,
        unit_fee_cents: 180_000,
      })
      .execute()
    return { order }
  },
  requests: (of) => ({
    'POST /api/v1/ticket': { body: { eventId: of.event, ticketTypeId: of.ticketType, quantity: 1 } },
    'POST /api/v1/ticket/purchase-multiple': {
      body: { eventId: of.event, items: [{ ticketTypeId: of.ticketType, quantity: 1 }] },
    },
    'POST /api/v1/ticket/purchase-with-referral': {
      body: { eventId: of.event, ticketTypeId: of.ticketType, quantity: 1, rrpp: 'NADIE' },
    },
    'POST /api/v1/ticket/{ticketId}/drinks': { body: { drinks: [{ drinkId: of.drink, quantity: 1 }] } },
    'POST /api/v1/events/{id}/discount-quote': { body: { code: 'VERANO' } },
    'POST /api/v1/checkout': {
      body: {
        eventId: of.event,
        lines: [{ ticketTypeId: of.ticketType, quantity: 1 }],
        buyer: { name: 'Sol Paz', phone: '+5493415550177', mail: 'sol.paz@mail.test' },
      },
    },
    'GET /api/v1/checkout/{publicId}': { query: { token: 'no-es-de-esta-compra' } },
    'DELETE /api/v1/checkout/{publicId}': { query: { token: 'no-es-de-esta-compra' } },
    'GET /api/v1/checkout/{publicId}/receipt': { query: { token: 'no-es-de-esta-compra' } },
    'POST /api/v1/checkout/{publicId}/join': { query: { token: 'no-es-de-esta-compra' } },
    'POST /api/v1/checkout/{publicId}/transfer': { query: { token: 'no-es-de-esta-compra' } },
    'GET /pagar/{publicId}': { query: { s: 'firma-que-no-es' } },
  }),
  // For anybody who holds an order's id (rule R10.3).
  namesAnybody: ['GET /api/v1/orders/{publicId}/status publicId', 'POST /api/v1/orders/{publicId}/resend publicId'],
  reveals: { 'GET /api/v1/orders/{publicId}/status': /^[^ ]+ [0-9a-f-]{36}$/ },
}
