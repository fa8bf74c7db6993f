import { sql } from 'kysely'
import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { refund: { makeId: newId }, massRefund: { makeId: newId } },
  async things({ app }, { event, order }) {
    const [refund, massRefund, payment] = [newId(), newId(), newId()]
    const { id: orderId, buyer_id: buyerId } = await app.db
      .selectFrom('orders')
      .select(['id', 'buyer_id'])
      .where('public_id', '=', order)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('payments')
      .values({
        id: payment,
        order_id: orderId,
        provider_payment_id: payment,
        amount_cents: 1_000_000,
        currency: 'ARS',
        status: 'cancelled',
        last_updated_at: sql`app_now()`,
      })
      .execute()
    await app.db
      .insertInto('refunds')
      .values({
        id: refund,
        order_id: orderId,
        payment_id: payment,
        amount_cents: 100,
        state: 'rejected',
        source: 'organizer',
        provider_key: refund,
      })
      .execute()
    await app.db
      .insertInto('mass_refunds')
      .values({
        id: massRefund,
        event_id: event,
        requested_by: buyerId,
        source: 'god_mass',
        reason: 'Prueba',
        state: 'done',
      })
      .execute()
    return { refund, massRefund }
  },
  requests: (of) => ({
    'POST /api/v1/events/{id}/refunds': { body: { ticketId: of.ticket, reason: 'Una prueba' } },
    'POST /api/v1/events/{id}/refunds/drinks': { body: { orderId: of.order, reason: 'Una prueba' } },
    'POST /api/v1/events/{id}/refunds/all': { body: { reason: 'Una prueba', confirmation: 'Otro nombre' } },
  }),
}
