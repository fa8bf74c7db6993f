/** Legal or a god admin decides about a request. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { resolveDeletion as endpoint } from '#contract/accounts/privacy.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { closeAccount } from '#server/modules/accounts/closing/close-account.ts'
import { Failure } from '#server/shared/failure.ts'
import { notifyDeletion } from './notify-deletion.ts'
import { sealErasureSubject } from './erasure-subject.ts'
import { findBlockers } from './queries.ts'
import { lockDeletion, markApproved, markInReview, markRejected } from './store.ts'

/**
 * `review` takes it up, so that its owner no longer cancels it; `reject` ends it and notifies them of the reason; `approve` closes the
 * account at once and leaves the rest to a job. Throws `not_found`, `own_deletion`, `deletion_resolved`,
 * `deletion_reason_required`, and `deletion_blocked` when something came up since it was asked.
 */
export async function resolveDeletion(
  app: App,
  { actor, params: { id }, body: { action, reason } }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  return inTransaction(app, async (app) => {
    const deletion = await lockDeletion(app, id)
    if (!deletion) throw new Failure('not_found')
    const { userId, state, approvedAt } = deletion
    if (userId === actor.userId) throw new Failure('own_deletion')
    if ((state !== 'pending' && state !== 'in_review') || approvedAt !== null) throw new Failure('deletion_resolved')
    const note = (after: object) =>
      audit(app, actor, `account_deletion.${action}`, ['account_deletion', id], { before: { state }, after })
    if (action === 'review') {
      await markInReview(app, id)
      await note({ state: 'in_review' })
      return { id, state: 'in_review' as const, isProcessing: false }
    }
    if (action === 'reject') {
      if (!reason) throw new Failure('deletion_reason_required')
      await markRejected(app, id, actor.userId, reason)
      await note({ state: 'rejected' })
      await notifyDeletion(app, id, 'rejected')
      return { id, state: 'rejected' as const, isProcessing: false }
    }
    const blockers = await findBlockers(app, userId)
    if (blockers.length > 0) throw new Failure('deletion_blocked', blockers)
    const person = await closeAccount(app, actor, userId)
    if (!person) throw new Failure('deletion_resolved')
    await markApproved(app, id, actor.userId, sealErasureSubject(app, person))
    await note({ state: 'in_review', isApproved: true })
    return { id, state: 'in_review' as const, isProcessing: true }
  })
}
