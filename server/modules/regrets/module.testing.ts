import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { regret: { makeId: newId } },
  async things({ app }) {
    const id = newId()
    await app.db
      .insertInto('regrets')
      .values({ id, code: `${id.slice(-10, -5)}-${id.slice(-5)}`.toUpperCase() })
      .execute()
    return { regret: id }
  },
  requests: (of) => ({
    'POST /api/v1/regret': { body: { orderNumber: 'una-compra' } },
    'POST /api/v1/regret/{code}/confirm': { body: { token: 'una.ficha', orderIds: ['una-compra'] } },
    'POST /api/v1/admin/regrets/{id}/orders': { body: { orderNumber: of.order } },
    'POST /api/v1/admin/regrets/{id}/resolve': { body: { decision: 'refuse', answer: 'No corresponde por la fecha.' } },
  }),
}
