/** What promoters earned, were paid, are owed and hold in cash: the ledger's entries of their parts in events. */
import { sql } from 'kysely'
import { CONFIRMED_AFTER_HOURS, type PromoterBalance } from '#contract/events/commissions.ts'
import type { Core } from '#server/context.ts'
import { addSeconds, toInstant } from '#server/shared/clock.ts'

/** When what is earned of an event is confirmed; null while it has no date. */
export function confirmsAtOf(expiresAt: string | null): string | null {
  return expiresAt && toInstant(addSeconds(expiresAt, CONFIRMED_AFTER_HOURS * 3600))
}

export const NO_BALANCE: PromoterBalance = {
  earnedCents: 0,
  confirmedCents: 0,
  paidCents: 0,
  owedCents: 0,
  cashCents: 0,
}

export interface BalanceRow extends PromoterBalance {
  readonly eventId: string
  readonly promoterId: string
}

/** Of an event's promoters, of a promoter's events, or of one in one: a row for each who ever had a part. */
export async function listBalances(
  app: Pick<Core, 'db'>,
  of: { readonly eventId?: string; readonly promoterId?: string },
): Promise<BalanceRow[]> {
  const [eventId, promoterId] = [of.eventId ?? null, of.promoterId ?? null]
  const { rows } = await sql<BalanceRow>`
    select m."eventId", m."promoterId", m."earnedCents", case when m.is_confirmed then m."earnedCents" else 0 end as "confirmedCents",
           m."paidCents", m."cashCents",
           -- Before it is confirmed nothing can be paid; what was paid too much is owed at any moment.
           case when m.is_confirmed then m."earnedCents" - m."paidCents" else least(0, m."earnedCents" - m."paidCents") end as "owedCents"
      from (
        select p.event_id as "eventId", p.promoter_id as "promoterId",
               coalesce(e.expires_at + make_interval(hours => ${CONFIRMED_AFTER_HOURS}) <= app_now(), false) as is_confirmed,
               sum(s.earned_cents)::bigint as "earnedCents", sum(s.paid_cents)::bigint as "paidCents",
               sum(s.cash_cents)::bigint as "cashCents"
          from promos p join events e on e.id = p.event_id cross join lateral ledger_of_promo(p.id) s
         where (${eventId}::uuid is null or p.event_id = ${eventId}) and (${promoterId}::uuid is null or p.promoter_id = ${promoterId})
         group by p.event_id, p.promoter_id, e.expires_at) m`.execute(app.db)
  return rows
}

export async function findBalance(
  app: Pick<Core, 'db'>,
  eventId: string,
  promoterId: string,
): Promise<PromoterBalance> {
  const [found] = await listBalances(app, { eventId, promoterId })
  if (!found) return NO_BALANCE
  const { eventId: _event, promoterId: _promoter, ...balance } = found
  return balance
}
