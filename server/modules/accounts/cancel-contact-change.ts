/** A person thinks better of a new phone or mail. */
import type { SessionUser } from '#contract/accounts.ts'
import type { ContactKind } from '#contract/accounts-credentials.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { auditedPerson } from './audited-person.ts'
import { holdProfile } from './hold-profile.ts'
import { getSessionUser } from './queries.ts'
import { updateProfile } from './store-profile.ts'

/** Forgets the pending one; its code is worth nothing any more. With nothing pending it changes nothing. */
export async function cancelContactChange(app: App, actor: Actor, kind: ContactKind): Promise<{ user: SessionUser }> {
  const { userId } = actor
  const field = kind === 'mail' ? 'pendingMail' : 'pendingPhone'
  await inTransaction(app, async (app) => {
    const held = await holdProfile(app, actor)
    if (held[field] === null) return
    await updateProfile(app, userId, { [field]: null })
    await audit(app, actor, {
      action: 'account.cancel_contact_change',
      objectType: 'user',
      objectId: userId,
      before: auditedPerson({ [field]: held[field] }),
      after: { [field]: null },
    })
  })
  return { user: await getSessionUser(app, userId) }
}
