/** The only SQL that writes promos, their terms and their visits. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { TIME_ZONE } from '#contract/values/dates.ts'
import type { Core } from '#server/context.ts'

/** Without letters and digits that are read as one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 7

/** A random code, some 34 bits: nobody meets another's by chance, and nothing is opened with it (rule R12.1). */
export function newReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Returns the id of a person's part in an event, made if there is none. */
export async function findOrInsertPromo(app: Core, eventId: string, promoterId: string): Promise<string> {
  const found = await app.db
    .selectFrom('promos')
    .select('id')
    .where('event_id', '=', eventId)
    .where('promoter_id', '=', promoterId)
    .where('is_merged', '=', false)
    .executeTakeFirst()
  if (found) return found.id
  const { rows } = await sql<{ id: string }>`
    insert into promos as p (event_id, promoter_id, code) values (${eventId}, ${promoterId}, ${newReferralCode()})
    on conflict (event_id, promoter_id) where not is_merged do update set code = p.code
    returning id`.execute(app.db)
  return rows[0]?.id ?? findOrInsertPromo(app, eventId, promoterId)
}

/** Counts a visit of the code's link, on the day of the event's country; an unknown code counts nowhere. */
export async function addVisit(app: Core, { eventId, code }: { eventId: string; code: string }): Promise<void> {
  await sql`
    insert into referral_visits as v (promo_id, day)
    select p.id, (app_now() at time zone ${sql.lit(TIME_ZONE)})::date from promos p
     where p.code = upper(${code}) and p.event_id = ${eventId}
    on conflict (promo_id, day) do update set visits = v.visits + 1`.execute(app.db)
}
