import { sql } from 'kysely'
import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { deletion: { makeId: newId, isPersonal: true }, dataExport: { makeId: newId, isPersonal: true } },
  async belongings({ app }, _at, person) {
    const [deletion, dataExport] = [newId(), newId()]
    await app.db
      .insertInto('account_deletions')
      .values({ id: deletion, user_id: person.id, due_on: '2035-05-05' })
      .execute()
    await app.db
      .insertInto('data_exports')
      .values({ id: dataExport, user_id: person.id, state: 'ready', ready_at: sql`app_now()`, progress: 100 })
      .execute()
    return { deletion, dataExport }
  },
  requests: () => ({
    // A number of tickets that no person has: no deletion is requested.
    'POST /api/v1/account-deletion/request': { body: { confirmation: 'ELIMINAR', ticketsGivenUp: 99 } },
    'POST /api/v1/admin/account-deletions/{id}/resolve': { body: { action: 'review' } },
    'GET /api/v1/user/data-export/{id}/file': { query: { until: 0, s: 'firma-que-no-es' } },
  }),
  comparedOnly: ['ticketsGivenUp', 'until'],
}
