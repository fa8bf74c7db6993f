/** Promoters' parts in an event, with what they used of them. */
import { sql, type RawBuilder } from 'kysely'
import type { CommissionTerms, Promo } from '#contract/promoters/promos.ts'
import type { Core } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import { toInstant } from '#server/shared/clock.ts'

/** A promo with what was used of it; the id is the ledger's. */
export type FoundPromo = Promo & {
  readonly id: string
  readonly code: string
  readonly promoterId: string
  readonly uses: number
  readonly debtCents: number
}

/** Of a promoter whom nothing was given yet. */
export const NO_PROMO: Promo = {
  remainingUses: 0,
  maxUses: 0,
  isActive: true,
  allowedTypes: null,
  closesAt: null,
  isListClosed: false,
  canSellInPerson: false,
  debtLimitCents: null,
  commission: null,
}

/**
 * Courtesies of the promo (alias `p`) that have their place: one that is cancelled before it was scanned gives its use back.
 * Every issuance of an event holds the event, so the count is exact in its transaction.
 */
export const usesOfPromo = sql<number>`(
  select count(*)::int from issuances i join tickets t on t.issuance_id = i.id
   where i.promo_id = p.id and i.kind = 'courtesy' and tickets_has_place(t.state))`

/** Cash of the promo (alias `p`) that is not handed in; of one that was merged its own part alone. */
export const debtOfPromo = sql<number>`(select m.cash_cents from ledger_of_promo(p.id) m)`

/** The terms of what is sold at a moment, for the promo of alias `p`; null: none. */
function termsAt(moment: RawBuilder<unknown>): RawBuilder<CommissionTerms | null> {
  return sql<CommissionTerms | null>`(
    select case when c.basis_points is null and c.fixed_cents is null then null else json_build_object(
             'percent', c.basis_points / 100.0, 'fixedCents', c.fixed_cents, 'earnedOn', c.earned_on) end
      from commission_terms c where c.promo_id = p.id and c.since <= ${moment} order by c.since desc limit 1)`
}

/** The parts of an event's promoters, or of some of them; a person without one is not in it. */
export async function listPromos(
  app: Pick<Core, 'db'>,
  eventId: string,
  promoterIds?: readonly string[],
): Promise<FoundPromo[]> {
  const rows = await app.db
    .selectFrom('promos as p')
    .select(['p.id', 'p.code', 'p.promoter_id as promoterId', 'p.is_active as isActive', 'p.max_uses as maxUses'])
    .select(['p.closes_at as closesAt', 'p.can_sell_in_person as canSellInPerson'])
    .select('p.debt_limit_cents as debtLimitCents')
    .select(sql<boolean>`coalesce(p.closes_at <= app_now(), false)`.as('isListClosed'))
    .select([usesOfPromo.as('uses'), debtOfPromo.as('debtCents')])
    .select(termsAt(sql`app_now()`).as('commission'))
    .select(
      sql<Promo['allowedTypes']>`case when p.allowed_type_ids is not null then coalesce((
        select json_agg(json_build_object('id', y.id, 'name', y.name) order by y.place, y.position)
          from ticket_types y where y.id = any (p.allowed_type_ids) and y.removed_at is null), '[]') end`.as(
        'allowedTypes',
      ),
    )
    .where('p.event_id', '=', eventId)
    .where('p.is_merged', '=', false)
    .$if(promoterIds !== undefined, (query) =>
      query.where('p.promoter_id', '=', sql<string>`any (${promoterIds}::uuid[])`),
    )
    .execute()
  return rows.map(({ uses, closesAt, ...row }) => ({
    ...row,
    closesAt: closesAt && toInstant(closesAt),
    uses,
    remainingUses: Math.max(0, row.maxUses - uses),
  }))
}

/** What a promoter holds of an event's cash, by all their parts in it, in centavos. */
export async function cashOf(app: Core, eventId: string, promoterId: string): Promise<number> {
  const { cents } = await oneRow(
    app.db,
    sql<{ cents: number }>`
    select coalesce(sum(m.cash_cents), 0)::bigint as cents from promos p cross join lateral ledger_of_promo(p.id) m
     where p.event_id = ${eventId}::uuid and p.promoter_id = ${promoterId}::uuid`,
  )
  return cents
}

/** A promoter's part in an event; undefined for who never had one. */
export async function findPromo(app: Core, eventId: string, promoterId: string): Promise<FoundPromo | undefined> {
  const [found] = await listPromos(app, eventId, [promoterId])
  return found
}
