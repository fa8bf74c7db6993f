/** Sums of what was counted up to the mark and of what came since. */
import { sql, type RawBuilder } from 'kysely'
import type { EventFigures } from '#contract/events/metrics.ts'
import type { App, Db } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'

/** The largest id of a ledger entry. */
const LAST_LEDGER_ID = '9223372036854775807'

const COLUMNS = {
  sales: 'sales',
  tickets: 'tickets',
  discountCents: 'discount_cents',
  paidCents: 'paid_cents',
  refundedCents: 'refunded_cents',
  platformCents: 'platform_cents',
  providerCents: 'provider_cents',
  commissionCents: 'commission_cents',
  costCents: 'cost_cents',
  keptCents: 'kept_cents',
  issued: 'issued',
  courtesies: 'courtesies',
  inPerson: 'in_person',
  arrived: 'arrived',
} as const satisfies Record<keyof EventFigures, string>

const sums = sql.join(
  Object.entries(COLUMNS).map(
    ([name, column]) => sql`coalesce(sum(${sql.ref(`f.${column}`)}), 0)::bigint as ${sql.ref(name)}`,
  ),
)

export interface Mark {
  readonly ledgerId: string
  readonly until: string
}

/** Everything as of one moment: what is counted meanwhile is in the totals or in the rest, never in both. */
export function inSnapshot<Result>(app: App, read: (db: Db, mark: Mark) => Promise<Result>): Promise<Result> {
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      // As values and not as a join: the rest since the mark is found by its indexes only where the plan knows how little it is.
      const mark = sql<Mark>`select ledger_id::text as "ledgerId", scanned_until::text as until from totals_mark`
      return read(db, await oneRow(db, mark))
    })
}

type Part = 'month' | 'hour' | 'quarter' | 'type' | 'promoter'

interface FigureFilter {
  /** Null counts every event. */
  readonly events: readonly string[] | null
  readonly part: Part
}

const source = (mark: Mark, { events, part }: FigureFilter) => sql`
  (select f.* from event_figures f
    where f.part = ${part} and ${events === null ? sql`true` : sql`f.event_id = any (${events}::uuid[])`}
    union all
   select * from metrics_sums(${events}::uuid[], array[${part}::text], ${mark.ledgerId}::bigint, ${sql.lit(LAST_LEDGER_ID)}::bigint,
                              ${mark.until}::timestamptz, 'infinity')) f`

export function sumFigures(db: Db, mark: Mark, filter: FigureFilter): Promise<EventFigures> {
  return oneRow(db, sql<EventFigures>`select ${sums} from ${source(mark, filter)}`)
}

/** A sum for each key, in the order of the keys. */
export async function sumFiguresBy(
  db: Db,
  mark: Mark,
  filter: FigureFilter,
  key: RawBuilder<string>,
): Promise<(EventFigures & { key: string })[]> {
  const { rows } = await sql<EventFigures & { key: string }>`
    select ${key} as key, ${sums} from ${source(mark, filter)} group by 1 order by 1`.execute(db)
  return rows
}
