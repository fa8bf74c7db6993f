/** Processes approved deletions one idempotent step at a time. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import type { Claim } from '#server/jobs/lease.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { giveUpTickets } from '#server/modules/tickets/give-up-tickets.ts'
import { notifyDeletion } from './notify-deletion.ts'
import { openErasureSubject } from './erasure-subject.ts'
import { findDeletion, hasLivePurchase } from './queries.ts'
import { claimDeletions, deletionLease, markCompleted, markStep, waitFor } from './store.ts'

/** Other processes remember a session for 5 s. Calls that began with one have ended when the steps begin. */
const CALM_SECONDS = 10
/** Until a purchase that was under way is paid or over. */
const WAIT_SECONDS = 300
const AT_ONCE = 2

/** Takes the steps of approved requests until each is completed, or a purchase makes it wait. */
export async function processDeletions(app: App, stopping?: AbortSignal): Promise<void> {
  await drainLeases(app, deletionLease, {
    atOnce: AT_ONCE,
    stopping,
    claim: (limit) => claimDeletions(app, limit, CALM_SECONDS),
    handle: (held) => processDeletion(app, held),
  })
}

async function processDeletion(app: App, held: Claim): Promise<void> {
  for (;;) {
    const next = await takeNextStep(app, held.key)
    if (next === 'wait') return waitFor(app, held, WAIT_SECONDS)
    if (next === 'done') return
  }
}

/**
 * One step of an approved request, of those that the modules declare; `done` when there is none left, or nothing was approved.
 * The account itself was closed with the approval.
 */
export async function takeNextStep(app: App, deletionId: string): Promise<'more' | 'wait' | 'done'> {
  const deletion = await findDeletion(app, deletionId)
  if (deletion?.state !== 'in_review' || deletion.approvedAt === null) return 'done'
  const { userId, stepsTaken, sealedSubject } = deletion
  // Later modules first: what they have refers to what earlier ones have.
  const steps = app.modules.toReversed().flatMap(({ person }) => Object.entries(person?.erase ?? {}))
  const next = steps.find(([name]) => !stepsTaken.includes(name))
  if (!next) {
    await complete(app, deletionId, userId)
    return 'done'
  }
  if (stepsTaken.length === 0 && (await hasLivePurchase(app, userId))) return 'wait'
  if (sealedSubject === null) throw new Error('A closed account has lost what is to be erased of it')
  const [name, step] = next
  await step(app, { userId, person: openErasureSubject(app, sealedSubject) })
  await markStep(app, deletionId, name)
  return 'more'
}

async function complete(app: App, deletionId: string, userId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    // A transfer or a purchase that ran at the same moment as the closing.
    await giveUpTickets(app, userId)
    if (!(await markCompleted(app, deletionId, userId))) return
    forgetSessions(app, userId)
    await audit(app, SYSTEM, 'account_deletion.complete', ['account_deletion', deletionId], {
      before: { state: 'in_review' },
      after: { state: 'completed', userId },
    })
    await notifyDeletion(app, deletionId, 'completed')
  })
}
