import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { notice: { makeId: newId } },
  async things({ app }, at) {
    const id = newId()
    await app.db.insertInto('event_notices').values({ id, event_id: at.event, kind: 'cancelled' }).execute()
    return { notice: id }
  },
}
