/** A person who leaves stops being staff everywhere. */
import { STAFF_KINDS } from '#contract/api/roles.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { deleteStaff } from '../store.ts'

/** Takes a person off the staff of every event; their promoter's codes stop counting with it. Again, it does nothing. */
export async function leaveEvents(app: App, userId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const left = await deleteStaff(app, { eventId: null, userId, kinds: STAFF_KINDS })
    for (const { eventId, kind } of left) {
      await audit(app, SYSTEM, 'event.remove_staff', ['event', eventId], { before: { userId, kinds: [kind] } })
    }
  })
}
