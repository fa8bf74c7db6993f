/** The only SQL that writes promos. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'

/** Without letters and digits that are read as one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 7

/** A random code, some 34 bits: nobody meets another's by chance, and nothing is opened with it (rule R12.1). */
export function newReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Gives a person who promotes the event their part in it, once; it grants nothing yet. Returns its id. */
export async function ensurePromo(app: Core, eventId: string, promoterId: string): Promise<string> {
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
  return rows[0]?.id ?? ensurePromo(app, eventId, promoterId)
}
