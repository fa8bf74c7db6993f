/** What a company sold and keeps, by event and by days: sums of the ledger. */
import { sql, type RawBuilder } from 'kysely'
import { addDays, fromLocal } from '#contract/values/dates.ts'
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import type {
  getSettlement as endpoint,
  SettlementControl,
  SettledFigures,
  SettlementRelease,
} from '#contract/companies/settlement.ts'
import type { App, Db } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import { pageOf } from '#server/db/page.ts'
import { isReadable } from '#server/modules/companies/payment-account/queries.ts'
import { held, isBack } from '#server/modules/ledger/queries.ts'
import { GRACE_SECONDS } from './compare-page.ts'

/** Accounts are compared once a day; two days without are too many to say that all agrees (rule R10.14). */
const OLD_SECONDS = 48 * 3600

type SettlementQuery = ParsedInput<typeof endpoint>['query']
type SettlementCall = { readonly proof: string; readonly query: SettlementQuery }

/**
 * By event. Of what was sold in person each ticket has its entry, and all of one act are one sale. Money that bought nothing is in no figure, because it was no sale and is refunded by itself; what the provider kept of
 * it is in what the provider keeps. What a won chargeback brings again is less that went back, and no second payment. What is paid less all deductions but the costs is what
 * the company's accounts and its suppliers hold, because every entry takes from one account what it gives to another.
 */
function figuresByEvent(companyId: string, query: SettlementQuery): RawBuilder<unknown> {
  return sql`
    select l.event_id, min(l.at) as first_at, max(l.at) as last_at,
           (count(*) filter (where l.kind = 'sale' and l.order_id is not null) + count(distinct i.issuance_id))::int as sales,
           (coalesce(sum(o.tickets_count), 0) + count(i.id))::int as tickets,
           -${held('buyers', sql`not ${isBack}`)} as "paidCents", ${held('buyers', isBack)} as "refundedCents",
           ${held('platform')} as "platformCents", ${held('provider')} as "providerCents",
           ${held('promoters')} + ${held('promoters_paid')} as "commissionCents", ${held('suppliers')} as "costCents",
           ${held('company')} + ${held('promoter_cash')} + ${held('suppliers')} as "keptCents", ${held('promoter_cash')} as "promoterCashCents"
      from ledger_entries l
      left join orders o on o.id = l.order_id and l.kind = 'sale'
      left join tickets i on i.id = l.ticket_id and l.order_id is null and l.kind = 'sale'
     where ${isRequested(companyId, query)}
     group by l.event_id`
}

/** Entries `l` of a company, of the days and the event that were asked for. */
function isRequested(companyId: string, { from, until, eventId }: SettlementQuery): RawBuilder<boolean> {
  const begins = from === undefined ? null : fromLocal(from, '00:00')
  const ends = until === undefined ? null : fromLocal(addDays(until, 1), '00:00')
  return sql`(
    l.company_id = ${companyId} and 'suspense' not in (l.debit, l.credit)
    and (${begins}::timestamptz is null or l.at >= ${begins}) and (${ends}::timestamptz is null or l.at < ${ends})
    and (${eventId ?? null}::uuid is null or l.event_id = ${eventId ?? null}))`
}

/** Of a sale and its way back, not of what else a company pays or gets. */
const isOfSale = sql`(l.kind in ('sale', 'service_fee', 'provider_fee') or ${isBack})`

/**
 * What the company keeps through Mercado Pago, by when each payment's money is let go: the entries of a payment follow its date, also
 * those of what went back of it (rule R10.13). The dates are of payments of which something was sold and is left.
 */
async function findRelease(
  db: Db,
  companyId: string,
  query: SettlementQuery,
  { checkedAt, unread }: Control,
): Promise<SettlementRelease & { compared: number }> {
  const [isReleased, isAwaited, isUndated] = [
    sql`(p.releases_at <= app_now())`,
    sql`(p.releases_at > app_now())`,
    sql`(p.id is not null and p.releases_at is null)`,
  ]
  const isLeft = sql`(l.kind = 'sale' and p.refunded_cents < p.amount_cents)`
  const kept = (which: RawBuilder<unknown>) => held('company', sql`${which} and ${isOfSale}`)
  return oneRow(
    db,
    sql<SettlementRelease & { compared: number }>`
    select ${kept(isReleased)} as "releasedCents", ${kept(isAwaited)} as "toReleaseCents", ${kept(isUndated)} as "undatedCents",
           ${kept(sql`p.id is null`)} as "cashCents",
           count(*) filter (where ${isUndated} and l.kind = 'sale')::int as "undatedPayments",
           max(p.releases_at) filter (where ${isReleased} and ${isLeft}) as "lastReleasedAt",
           min(p.releases_at) filter (where ${isAwaited} and ${isLeft}) as "releasesFrom",
           max(p.releases_at) filter (where ${isAwaited} and ${isLeft}) as "releasesUntil",
           count(*) filter (where l.kind = 'sale' and p.id is not null and coalesce(p.collector_id <> all (${unread}::text[]), true)
                              and l.at < ${checkedAt}::timestamptz - make_interval(secs => ${GRACE_SECONDS}))::int as compared
      from ledger_entries l
      left join payments p on p.id = l.payment_id
     where ${isRequested(companyId, query)}`,
  )
}

const FIGURES = [
  'sales',
  'tickets',
  'paidCents',
  'refundedCents',
  'platformCents',
  'providerCents',
  'commissionCents',
  'costCents',
  'keptCents',
  'promoterCashCents',
] as const satisfies readonly (keyof SettledFigures)[]

/** Reads everything as of one moment: a sale that comes meanwhile is in every figure, or in none. */
export function getSettlement(app: App, { proof, query }: SettlementCall): Promise<Answer<typeof endpoint>> {
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => readSettlement(db, proof, query))
}

function readSettlement(db: Db, companyId: string, query: SettlementQuery): Promise<Answer<typeof endpoint>> {
  const figures = db.selectFrom(
    sql<SettledFigures & { event_id: string }>`(${figuresByEvent(companyId, query)})`.as('f'),
  )
  const events = figures
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .select(['e.id', 'e.name', 'e.starts_at as startDate', ...FIGURES])
  return pageOf(events, query, {
    rows: 'events',
    id: 'e.id',
    sort: { date: 'e.starts_at', name: 'e.plain_name', paid: 'f.paidCents', kept: 'f.keptCents' },
    areNullsLast: true,
    more: async () => {
      const { total, movedFrom, movedUntil, ...totals } = await figures
        .select((eb) => FIGURES.map((name) => sql<number>`coalesce(sum(${eb.ref(name)}), 0)::bigint`.as(name)))
        .select([sql<number>`count(*)`.as('total'), dayOf(sql`min(f.first_at)`).as('movedFrom')])
        .select(dayOf(sql`max(f.last_at)`).as('movedUntil'))
        .executeTakeFirstOrThrow()
      const { unread, ...control } = await findControl(db, companyId)
      const { compared: payments, ...release } = await findRelease(db, companyId, query, { ...control, unread })
      return {
        total,
        totals,
        movedFrom,
        movedUntil,
        release,
        control: { ...control, payments, unreadAccounts: unread.length },
      }
    },
  })
}

const dayOf = (instant: RawBuilder<unknown>) => sql<string | null>`to_char(local_time(${instant}), 'YYYY-MM-DD')`

interface Control extends Omit<SettlementControl, 'payments' | 'unreadAccounts'> {
  /** Provider accounts with revoked access; nothing is known of them until they are connected again. */
  readonly unread: readonly string[]
}

/** When all of a company's accounts that can be read were compared, and what is open; null while one never was, or there is none. */
async function findControl(db: Db, companyId: string): Promise<Control> {
  return oneRow(
    db,
    sql<Control>`
    select c."checkedAt", coalesce(c."checkedAt" < app_now() - make_interval(secs => ${OLD_SECONDS}), false) as "isOld",
           c.unread, d.differences, d."differenceCents"
      from (select case when bool_and(k.checked_at is not null) filter (where ${isReadable})
                        then min(k.checked_at) filter (where ${isReadable}) end as "checkedAt",
                   coalesce(array_agg(a.collector_id) filter (where not ${isReadable}), '{}') as unread
              from settlement_checks k join payment_accounts a on a.id = k.account_id
             where k.company_id = ${companyId} and a.access_token_sealed is not null) c
     cross join (select count(distinct provider_payment_id)::int as differences,
                        coalesce(sum(abs(ledger_cents - provider_cents)), 0)::bigint as "differenceCents"
                   from settlement_differences where company_id = ${companyId} and closed_at is null) d`,
  )
}
