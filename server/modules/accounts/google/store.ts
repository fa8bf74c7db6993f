/** The SQL that writes Google accounts, the steps of a sign-in with them, and the people that it makes or activates. */
import { sql } from 'kysely'
import type { GoogleIdentity } from '#server/adapters/google/port.ts'
import type { App, Core } from '#server/context.ts'
import { insertNew, insertRow, updateRows } from '#server/db/rows.ts'

/** State between the steps of a sign-in, sealed under the name of its kind. */
export interface GoogleSteps {
  /** On its way to Google and back. */
  readonly state: {
    readonly nonce: string
    readonly codeVerifier: string
    readonly isFresh: boolean
    readonly clientState: string | null
  }
  /** Verified, waiting to be exchanged for a session by the browser that began. */
  readonly sign_in: GoogleIdentity
  /** Verified, waiting for the password of the account that has its mail. */
  readonly link: GoogleIdentity & { readonly userId: string }
}

/** The text to store. */
export function sealStep<Kind extends keyof GoogleSteps>(app: App, kind: Kind, step: GoogleSteps[Kind]): string {
  return app.vault.seal(`google-${kind}`, JSON.stringify(step))
}

/** Opens a state sealed under the same kind. */
export function openStep<Kind extends keyof GoogleSteps>(app: App, kind: Kind, sealed: string): GoogleSteps[Kind] {
  return JSON.parse(app.vault.openText(`google-${kind}`, sealed)) as GoogleSteps[Kind] // sealed by the function above
}

export interface GoogleStep {
  readonly kind: 'state' | 'sign_in' | 'confirm' | 'link' | 'seen'
  readonly hash: Buffer
  readonly browserHash: Buffer | null
  readonly sessionId: string | null
  readonly sealed: string | null
}

/** Keeps what may be done once and soon; false when it was kept before. */
export function insertGoogleStep(
  app: App,
  { expiresInSeconds, ...step }: GoogleStep & { expiresInSeconds: number },
): Promise<boolean> {
  const expiresAt = sql`app_now() + make_interval(secs => ${expiresInSeconds})`
  return insertNew(app.db, 'google_steps', { ...step, expiresAt })
}

/**
 * Deletes a step, so that it is used once. A step of another browser stays: a leaked state must not
 * let a third party spend it.
 */
export async function takeGoogleStep(
  app: Core,
  kind: GoogleStep['kind'],
  { hash, browserHash }: { hash: Buffer; browserHash: Buffer | null },
): Promise<{ sealed: string; sessionId: string | null } | null> {
  const row = await app.db
    .deleteFrom('google_steps')
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .where((eb) => eb.or([eb('browser_hash', 'is', null), eb('browser_hash', '=', browserHash)]))
    .where('expires_at', '>', sql<string>`app_now()`)
    .returning(['sealed', 'session_id'])
    .executeTakeFirst()
  return row ? { sealed: row.sealed ?? '', sessionId: row.session_id } : null
}

/** Adds an active client; violates a unique index if another account proved the mail. */
export async function insertGoogleUser(
  app: Core,
  { isMailProved, ...user }: { id: string; name: string; mail: string; isMailProved: boolean },
): Promise<void> {
  const [mailProvedAt, termsAcceptedAt] = [isMailProved ? sql`app_now()` : null, sql`app_now()`]
  await insertRow(app.db, 'users', { ...user, state: 'active', mailProvedAt, termsAcceptedAt })
}

/** Ties a provider's account to a person. A taken one raises the primary key, a second one of the person its index. */
export async function insertIdentity(
  app: Core,
  identity: { subject: string; userId: string; mail: string },
): Promise<void> {
  await insertRow(app.db, 'user_identities', { provider: 'google', ...identity })
}

/** Lets go of a provider's account. */
export async function deleteIdentity(app: App, subject: string): Promise<void> {
  await app.db.deleteFrom('user_identities').where('provider', '=', 'google').where('subject', '=', subject).execute()
}

/** Notes that an identity was used now, and under which mail. */
export async function touchIdentity(app: App, { subject, mail }: { subject: string; mail: string }): Promise<void> {
  await updateRows(app.db, 'user_identities', { provider: 'google', subject }, { lastUsedAt: sql`app_now()`, mail })
}
