/** Notifies a person of the status of their deletion request. */
import type { App, Tx } from '#server/context.ts'
import { findReachable } from '#server/modules/accounts/queries.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { openErasureSubject } from './erasure-subject.ts'
import { deletionMail, type DeletionNews } from './messages.ts'
import { findDeletion } from './queries.ts'
import { dropErasureSubject } from './store.ts'

interface About {
  readonly deletionId: string
  readonly news: DeletionNews
}

export const deletionChanged = defineNotification('privacy.deletion-changed', {
  async find(app: App, { deletionId, news }: About) {
    const deletion = await findDeletion(app, deletionId)
    if (!deletion) return undefined
    const { sealedSubject, userId, dueOn, rejectionReason } = deletion
    const person =
      news === 'completed' ? sealedSubject && openErasureSubject(app, sealedSubject) : await findReachable(app, userId)
    return person ? { name: person.name, mail: person.mail, dueOn, rejectionReason } : undefined
  },
  mail: deletionMail,
  /** After the last mail the address is forgotten. */
  async afterwards(app, { deletionId, news }) {
    if (news === 'completed') await dropErasureSubject(app, deletionId)
  },
})

export function notifyDeletion(app: Tx, deletionId: string, news: DeletionNews): Promise<void> {
  return notify(app, deletionChanged, { deletionId, news }, `${deletionId}-${news}`)
}
