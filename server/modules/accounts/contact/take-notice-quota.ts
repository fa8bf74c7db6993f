/** Notices that one person's acts send to another. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { take } from '#server/db/limits.ts'
import { mailboxOf } from '#server/shared/mailbox.ts'

/**
 * Counts one to this person, and to the phone and the mail that it would leave to; false when it must not be sent, because one
 * of them had ten in this hour, from all senders together: else each account that waits for the same phone would have ten of its
 * own (threat 27). Joins the caller's transaction, so that an act that is taken back counts for nothing.
 */
export async function takeNoticeQuota(app: Core, userId: string): Promise<boolean> {
  const { rows } = await sql<{ phone: string | null; mail: string | null }>`
    select accounts_reach_phone(u, false) as phone, accounts_reach_mail(u, false) as mail
      from users u where u.id = ${userId}`.execute(app.db)
  let maySend = true
  for (const subject of [userId, rows[0]?.phone, rows[0]?.mail])
    if (subject && (await take(app, 'notice', mailboxOf(subject))).isOver) maySend = false
  return maySend
}

/**
 * The same for notices to a phone or mail that the account did not prove: anybody can make accounts with another person's
 * mail. Notices to a proved contact are not counted, so that a third party cannot use up its owner's warnings.
 */
export async function takeNoticeQuotaOf(app: Core, unproved: string): Promise<boolean> {
  return !(await take(app, 'notice', mailboxOf(unproved))).isOver
}
