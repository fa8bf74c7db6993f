/** Reads of who may what. */
import { brand } from '#contract/platform/brand.ts'
import type { Core } from '#server/context.ts'

/** A person of the platform's team with a mail. */
export interface TeamReader {
  /** Null for the team's mailbox. */
  readonly id: string | null
  readonly name: string
  readonly mail: string
}

export const TEAM_MAILBOX: TeamReader = { id: null, name: brand.name, mail: brand.supportMail }

/** The platform's legal accounts with a proved mail; the team's mailbox if there are none. */
export async function listLegal(app: Core): Promise<readonly TeamReader[]> {
  const rows = await app.db
    .selectFrom('users')
    .select(['id', 'name', 'mail'])
    .where('is_god_admin', '=', true)
    .where('permission', '=', 'legal')
    .where('state', '=', 'active')
    .where('mail_proved_at', 'is not', null)
    .execute()
  const people = rows.flatMap(({ mail, ...person }) => (mail ? [{ ...person, mail }] : []))
  return people.length > 0 ? people : [TEAM_MAILBOX]
}
