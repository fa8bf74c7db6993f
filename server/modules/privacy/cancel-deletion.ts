/** A person thinks better of it. */
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { notifyDeletion } from './notify-deletion.ts'
import { findOwnDeletion } from './queries.ts'
import { markCancelled } from './store.ts'

/** Throws `not_found` for another person's request, `deletion_not_pending` once its review began. */
export async function cancelDeletion(app: App, actor: Actor, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await markCancelled(app, id, actor.userId))) {
      throw new Failure((await findOwnDeletion(app, id, actor.userId)) ? 'deletion_not_pending' : 'not_found')
    }
    await audit(app, actor, 'account_deletion.cancel', ['account_deletion', id], {
      before: { state: 'pending' },
      after: { state: 'cancelled' },
    })
    await notifyDeletion(app, id, 'cancelled')
  })
}
