/** Changes of a profile that is held, put into effect. */
import type { App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { auditedPerson } from './audited-person.ts'
import type { Profile } from './profile.ts'
import { isOfPendingAccount } from './queries.ts'
import { updateProfile, type HeldProfile } from './store-profile.ts'

/** Writes them with their audit row, in the transaction that holds the profile; of nothing it writes nothing. */
export async function saveProfile(
  app: App,
  actor: Actor,
  { held, changes: wanted, action }: { held: HeldProfile; changes: Partial<Profile>; action: string },
): Promise<void> {
  const changes = await withWaitingPhone(app, wanted)
  const fields = Object.keys(changes) as (keyof Profile)[] // its own keys
  if (fields.length === 0) return
  await updateProfile(app, actor.userId, changes)
  await audit(app, actor, {
    action,
    objectType: 'user',
    objectId: actor.userId,
    before: auditedPerson(Object.fromEntries(fields.map((field) => [field, held[field]]))),
    after: auditedPerson(changes),
  })
}

/** A first phone counts at once, unless somebody made an account for it: then it waits for its code, which joins the two. */
async function withWaitingPhone(app: App, { phone, ...changes }: Partial<Profile>): Promise<Partial<Profile>> {
  if (!phone) return changes
  return (await isOfPendingAccount(app, phone)) ? { ...changes, pendingPhone: phone } : { ...changes, phone }
}
