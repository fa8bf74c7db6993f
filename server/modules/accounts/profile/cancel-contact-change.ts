/** A person thinks better of a new phone or mail. */
import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { ContactKind } from '#contract/accounts/accounts-credentials.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { lockProfile, saveProfile } from './save-profile.ts'
import { getSessionUser } from '../session/queries.ts'

/** Forgets the pending one; its code is worth nothing any more. With nothing pending it changes nothing. */
export async function cancelContactChange(app: App, actor: Actor, kind: ContactKind): Promise<{ user: SessionUser }> {
  const { userId } = actor
  const field = kind === 'mail' ? 'pendingMail' : 'pendingPhone'
  await inTransaction(app, async (app) => {
    const held = await lockProfile(app, actor)
    if (held[field] === null) return
    await saveProfile(app, actor, {
      held,
      changes: { [field]: null },
      action: 'account.cancel_contact_change',
      mayReveal: false,
    })
  })
  return { user: await getSessionUser(app, userId) }
}
