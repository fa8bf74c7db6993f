/** What a company sold and keeps, by event and by days: sums of the ledger. */
import { sql, type RawBuilder } from 'kysely'
import { addDays, fromLocal, TIME_ZONE } from '#contract/dates.ts'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { paginate } from '#contract/pagination.ts'
import type { getSettlement as getSettlementEndpoint, SettlementFigures, SettlementRow } from '#contract/settlement.ts'
import type { App } from '#server/context.ts'
import { isBack } from '#server/modules/ledger/queries.ts'

type SettlementQuery = ParsedInput<typeof getSettlementEndpoint>['query']

/** What an account got less what it gave. */
const held = (account: string) => sql`
  coalesce(sum(case ${account} when l.debit then l.amount_cents when l.credit then -l.amount_cents end), 0)::bigint`

/**
 * By event. Money that bought nothing is in no figure, because nobody sold it and it goes back by itself; what the provider kept of
 * it is in what the provider keeps. What a won chargeback brings again is less that went back, and no second payment. What is paid less all the rest is what
 * the company's accounts hold, because every entry takes from one account what it gives to another.
 */
function figuresByEvent(companyId: string, { from, until, eventId }: SettlementQuery): RawBuilder<unknown> {
  const begins = from === undefined ? null : fromLocal(from, '00:00')
  const ends = until === undefined ? null : fromLocal(addDays(until, 1), '00:00')
  return sql`
    select l.event_id, min(l.at) as first_at, max(l.at) as last_at,
           count(*) filter (where l.kind = 'sale')::int as sales,
           coalesce(sum(l.amount_cents) filter (where l.credit = 'buyers' and not ${isBack}), 0)::bigint as "paidCents",
           coalesce(sum(case 'buyers' when l.debit then l.amount_cents when l.credit then -l.amount_cents end)
                      filter (where ${isBack}), 0)::bigint as "refundedCents",
           ${held('platform')} as "platformCents", ${held('provider')} as "providerCents",
           ${held('promoters')} as "commissionCents", ${held('suppliers')} as "costCents",
           ${held('company')} + ${held('promoter_cash')} as "keptCents"
      from ledger_entries l
     where l.company_id = ${companyId} and 'suspense' not in (l.debit, l.credit)
       and (${begins}::timestamptz is null or l.at >= ${begins}) and (${ends}::timestamptz is null or l.at < ${ends})
       and (${eventId ?? null}::uuid is null or l.event_id = ${eventId ?? null})
     group by l.event_id`
}

const FIGURES = [
  'sales',
  'paidCents',
  'refundedCents',
  'platformCents',
  'providerCents',
  'commissionCents',
  'costCents',
  'keptCents',
] as const satisfies readonly (keyof SettlementFigures)[]

export async function getSettlement(
  app: App,
  companyId: string,
  query: SettlementQuery,
): Promise<Answer<typeof getSettlementEndpoint>> {
  const { page, limit, sort, order } = query
  const by = { date: sql`e.starts_at`, name: sql`e.plain_name`, paid: sql`f."paidCents"`, kept: sql`f."keptCents"` }[
    sort
  ]
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const figures = figuresByEvent(companyId, query)
  const events = await sql<SettlementRow>`
    select e.id, e.name, e.starts_at as "startDate", ${sql.join(FIGURES.map((name) => sql`f.${sql.ref(name)}`))}
      from (${figures}) f join events e on e.id = f.event_id
     order by ${by} ${direction} nulls last, e.id ${direction}
     limit ${limit} offset ${(page - 1) * limit}`.execute(app.db)
  const totals = await sql<SettlementFigures & { total: number; movedFrom: string | null; movedUntil: string | null }>`
    select count(*)::int as total, to_char(min(f.first_at) at time zone ${TIME_ZONE}, 'YYYY-MM-DD') as "movedFrom",
           to_char(max(f.last_at) at time zone ${TIME_ZONE}, 'YYYY-MM-DD') as "movedUntil",
           ${sql.join(FIGURES.map((name) => sql`coalesce(sum(f.${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))}
      from (${figures}) f`.execute(app.db)
  const [row] = totals.rows
  if (!row) throw new Error('A sum without a row')
  const { total, movedFrom, movedUntil, ...sums } = row
  return {
    totals: sums,
    movedFrom,
    movedUntil,
    events: events.rows,
    control: await findControl(app, companyId),
    pagination: paginate('totalEvents', { page, limit, total }),
  }
}

/** When all of a company's accounts had been compared, and what is open; null while one of them never was, or there is none. */
async function findControl(app: App, companyId: string): Promise<{ checkedAt: string | null; differences: number }> {
  const { rows } = await sql<{ checkedAt: string | null; differences: number }>`
    select case when bool_and(c.checked_at is not null) then min(c.checked_at) end as "checkedAt",
           (select count(distinct d.provider_payment_id)::int from settlement_differences d
             where d.company_id = ${companyId} and d.closed_at is null) as differences
      from settlement_checks c where c.company_id = ${companyId}`.execute(app.db)
  return rows[0] ?? { checkedAt: null, differences: 0 }
}
