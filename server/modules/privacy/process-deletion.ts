/** What is left to do of an approved deletion: one step at a time, each of which may be taken again. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { forgetKeysOf } from '#server/db/once.ts'
import type { ClosedPerson } from '#server/module.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { forgetDevices } from '#server/modules/checkout/forget-devices.ts'
import { leaveCompany } from '#server/modules/companies/leave-company.ts'
import { leaveEvents } from '#server/modules/events/staff/leave-events.ts'
import { forgetImage } from '#server/modules/media/forget-image.ts'
import { forgetRecipient } from '#server/modules/notifications/forget-recipient.ts'
import { forgetPdfs } from '#server/modules/papers/forget-pdfs.ts'
import { forgetSearches } from '#server/modules/people/forget-searches.ts'
import { forgetSender } from '#server/modules/support/forget-sender.ts'
import { giveUpTickets } from '#server/modules/tickets/give-up-tickets.ts'
import { exportFileKey } from './export-file.ts'
import { openErasureSubject } from './erasure-subject.ts'
import { findDeletion, hasLivePurchase, listExportIds } from './queries.ts'
import { deleteExports, markCompleted, markStep } from './store.ts'

/** Until a purchase that was under way is paid or over. */
const WAIT_SECONDS = 300

interface Closing {
  readonly userId: string
  readonly person: ClosedPerson
}

/** The account itself was closed with the approval. Each may run again after a crash, and then finds nothing to do. */
const STEPS: readonly ((app: App, closing: Closing) => Promise<unknown>)[] = [
  (app, { userId }) => giveUpTickets(app, userId),
  (app, { userId }) => leaveEvents(app, userId),
  (app, { userId }) => leaveCompany(app, userId),
  (app, { userId, person }) => forgetSender(app, userId, person.provedMails),
  (app, { userId, person }) => forgetRecipient(app, userId, [...person.mails, ...person.phones]),
  (app, { userId }) => forgetSearches(app, userId),
  (app, { userId }) => forgetKeysOf(app, userId),
  (app, { userId }) => dropExports(app, userId),
  async (app, { person }) => {
    if (person.imageId) await forgetImage(app, person.imageId)
  },
  (app, { userId }) => forgetPdfs(app, userId),
  (app, { userId }) => forgetDevices(app, userId),
]

/** Takes steps until the request is completed, or a purchase makes it wait. Throws what a step throws, to be tried again. */
export async function processDeletion(app: App, deletionId: string): Promise<void> {
  for (;;) {
    const next = await takeNextStep(app, deletionId)
    if (next === 'wait') {
      const again = { singletonKey: deletionId, delaySeconds: WAIT_SECONDS }
      return app.queue.enqueue(app, 'privacy.process-deletion', { deletionId }, again)
    }
    if (next === 'done') return
  }
}

/** One step of an approved request; `done` when there is none left, or nothing was approved. */
export async function takeNextStep(app: App, deletionId: string): Promise<'more' | 'wait' | 'done'> {
  const deletion = await findDeletion(app, deletionId)
  if (deletion?.state !== 'in_review' || deletion.approvedAt === null) return 'done'
  const { userId, stepsDone, sealedSubject } = deletion
  const step = STEPS[stepsDone]
  if (!step) {
    await complete(app, deletionId, userId)
    return 'done'
  }
  if (stepsDone === 0 && (await hasLivePurchase(app, userId))) return 'wait'
  if (sealedSubject === null) throw new Error('A closed account has lost what is to be erased of it')
  await step(app, { userId, person: openErasureSubject(app, sealedSubject) })
  await markStep(app, deletionId, stepsDone + 1)
  return 'more'
}

async function dropExports(app: App, userId: string): Promise<void> {
  // Files first: a row says that there may be one.
  for (const id of await listExportIds(app, userId)) await app.files.private.delete(exportFileKey(id))
  await deleteExports(app, userId)
}

async function complete(app: App, deletionId: string, userId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    // A transfer or a purchase that met the closing half-way.
    await giveUpTickets(app, userId)
    if (!(await markCompleted(app, deletionId, userId))) return
    forgetSessions(app, userId)
    await audit(app, SYSTEM, {
      action: 'account_deletion.complete',
      objectType: 'account_deletion',
      objectId: deletionId,
      before: { state: 'in_review' },
      after: { state: 'completed', userId },
    })
    await app.queue.enqueue(app, 'privacy.tell-deletion', { deletionId, news: 'completed' })
  })
}
