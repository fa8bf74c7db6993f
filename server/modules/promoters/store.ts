/** The only SQL that writes promos, their terms and their visits. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { CommissionTerms } from '#contract/promoters/promos.ts'
import type { Core } from '#server/context.ts'
import { updateRows } from '#server/db/rows.ts'
import type { EventMoved } from '#server/modules/events/hooks.ts'
import { hasEnded } from '#server/modules/events/queries.ts'

/** Without letters and digits that are read as one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 7

/** A random code, some 34 bits: none is met by chance, and nothing is opened with it (rule R12.1). */
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

/** Counts a visit of the code's link, on the day of the event's country; an unknown code, and one of an event that is not on, count nowhere. */
export async function addVisit(app: Core, { eventId, code }: { eventId: string; code: string }): Promise<void> {
  await sql`
    insert into referral_visits as v (promo_id, day)
    select p.id, local_time(app_now())::date from promos p join events e on e.id = p.event_id
     where p.code = upper(${code}) and p.event_id = ${eventId} and e.state = 'active' and not ${hasEnded}
    on conflict (promo_id, day) do update set visits = v.visits + 1`.execute(app.db)
}

/** What a promo allows; a field that is undefined keeps its value. */
export interface PromoFields {
  readonly isActive?: boolean | undefined
  readonly maxUses?: number | undefined
  readonly allowedTypeIds?: string[] | null | undefined
  readonly closesAt?: string | null | undefined
  readonly canSellInPerson?: boolean | undefined
  readonly debtLimitCents?: number | null | undefined
}

/** Changes what a promo allows. The caller holds the event. */
export async function updatePromo(app: Core, id: string, fields: PromoFields): Promise<void> {
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (Object.keys(said).length > 0) await updateRows(app.db, 'promos', { id }, said as Record<never, never>) // as its type says
}

/**
 * Adds terms for what is sold from now on; null: no commission. Returns false when they are the newest ones already. The caller holds
 * the event. Their moment is that of the statement and after every other: a transaction that waited for the event began before
 * the one whose terms it replaces.
 */
export async function addTerms(app: Core, promoId: string, terms: CommissionTerms | null): Promise<boolean> {
  const basisPoints = terms?.percent ? Math.round(terms.percent * 100) : null
  const { numAffectedRows } = await sql`
    insert into commission_terms (promo_id, since, basis_points, fixed_cents, earned_on)
    select ${promoId}::uuid, greatest(app_now() + (clock_timestamp() - now()), l.since + interval '1 microsecond'), w.*
      from (values (${basisPoints}::int, ${terms?.fixedCents ?? null}::bigint, ${terms?.earnedOn ?? 'sale'}::text))
             w (basis_points, fixed_cents, earned_on)
      left join lateral (select * from commission_terms c where c.promo_id = ${promoId}::uuid order by c.since desc limit 1) l on true
     where (w.basis_points, w.fixed_cents) is distinct from (l.basis_points, l.fixed_cents)
        or (w.earned_on <> l.earned_on and coalesce(w.basis_points, w.fixed_cents) is not null)`.execute(app.db)
  return numAffectedRows === 1n
}

/** The hour at which lists close moves along with the event's day. */
export async function moveCloses(app: Core, { eventId, days }: EventMoved): Promise<void> {
  await app.db
    .updateTable('promos')
    .set({ closes_at: sql`closes_at + make_interval(days => ${days}::int)` })
    .where('event_id', '=', eventId)
    .where('closes_at', 'is not', null)
    .execute()
}
