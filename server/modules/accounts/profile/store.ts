/** The SQL that writes what people say of themselves. */
import { sql } from 'kysely'
import type { Gender } from '#contract/accounts/accounts.ts'
import type { Core } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { Profile } from './profile.ts'

export interface LockedProfile extends Profile {
  readonly profileImageId: string | null
  readonly isActive: boolean
  /** The session of the call has not ended, whatever a process still believes. */
  readonly isSessionLive: boolean
}

/** Reads a person's profile and holds it until the transaction ends, so that two saves at once follow each other. */
export async function readLockedProfile(app: Core, actor: Actor): Promise<LockedProfile | undefined> {
  const row = await app.db
    .selectFrom('users')
    .select(['name', 'phone', 'pending_phone as pendingPhone', 'mail', 'pending_mail as pendingMail'])
    .select(['gender', 'birth_date as birthDate', 'accepts_advertising as acceptsAdvertising'])
    .select(['is_private_profile as isPrivateProfile', 'profile_image_id as profileImageId', 'state'])
    .where('id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  // Asked once the row is held: a statement that waited for it would still see the sessions as they were before.
  const session = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', actor.sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`app_now()`)
    .executeTakeFirst()
  const { state, gender, ...profile } = row
  return {
    ...profile,
    gender: gender as Gender, // CHECK on the column
    isActive: state === 'active',
    isSessionLive: session !== undefined,
  }
}

/** Writes what changed of a profile that is held. A phone where there was none is unproved. */
export async function updateProfile(app: Core, userId: string, changes: Partial<Profile>): Promise<void> {
  const columns = {
    name: changes.name,
    phone: changes.phone,
    pending_phone: changes.pendingPhone,
    pending_mail: changes.pendingMail,
    gender: changes.gender,
    birth_date: changes.birthDate,
    accepts_advertising: changes.acceptsAdvertising,
    is_private_profile: changes.isPrivateProfile,
  }
  const set = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  await app.db
    .updateTable('users')
    .set({ ...set, ...(changes.phone !== undefined && { phone_proved_at: null, phone_taken_at: null }) })
    .where('id', '=', userId)
    .execute()
}

export async function setProfileImage(app: Core, userId: string, imageId: string): Promise<void> {
  await app.db.updateTable('users').set({ profile_image_id: imageId }).where('id', '=', userId).execute()
}
