/** A person is told by mail how their request stands. */
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { findReachable } from '#server/modules/accounts/queries.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { openErasureSubject } from './erasure-subject.ts'
import { deletionMail } from './messages.ts'
import { findDeletion } from './queries.ts'
import { dropErasureSubject } from './store.ts'

/** Once per news. After the last one nothing here knows the address any more. Throws when the mail host is away. */
export async function notifyDeletion(
  app: App,
  { deletionId, news }: JobPayloads['privacy.tell-deletion'],
): Promise<void> {
  const deletion = await findDeletion(app, deletionId)
  if (!deletion) return
  const person =
    news === 'completed'
      ? deletion.sealedSubject && openErasureSubject(app, deletion.sealedSubject)
      : await findReachable(app, deletion.userId)
  if (person && person.mail) {
    const { name, mail } = person
    const { dueOn, rejectionReason } = deletion
    const { publicUrl } = app.config
    const outcome = await sendMessage(app, {
      channel: 'mail',
      ...deletionMail(mail, news, { deletionId, name, dueOn, rejectionReason, publicUrl }),
    })
    if ('refused' in outcome) app.log.warn({ deletionId, news }, 'news of an account deletion could not be told')
  }
  if (news === 'completed') await dropErasureSubject(app, deletionId)
}
