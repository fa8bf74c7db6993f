/** Sessions that stand in the database without anybody having signed in. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '#server/shared/crypto.ts'
import { newId, newToken } from '#server/shared/ids.ts'
import type { TestApp } from './app.ts'

/** An open session, of support when an impersonator is named; gives its bearer token. */
export async function openSessionRow(
  { app }: Pick<TestApp, 'app'>,
  { id = newId(), userId, impersonatorId }: { id?: string; userId: string; impersonatorId?: string },
): Promise<string> {
  const token = newToken()
  await app.db
    .insertInto('sessions')
    .values({
      id,
      token_hash: hashToken(token),
      user_id: userId,
      impersonator_id: impersonatorId ?? null,
      expires_at: sql`app_now() + interval '30 minutes'`,
      device: `aparato-${randomBytes(6).toString('hex')}`,
    })
    .execute()
  return token
}
