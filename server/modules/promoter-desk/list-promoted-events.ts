/** The events that a person sells as a promoter, with what they brought. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type { EventFigures } from '#contract/events/metrics.ts'
import type { getPromotedEvents as endpoint } from '#contract/promoters/promoter-desk.ts'
import type { App } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { cardOf } from '#server/modules/events/listing/event-card.ts'
import { nameContains } from '#server/modules/events/listing/search.ts'
import { hasEnded, selectCards, startDate } from '#server/modules/events/queries.ts'
import { reachOf, rowsWithin } from '#server/modules/events/reach.ts'
import { inSnapshot, sumFiguresBy } from '#server/modules/metrics/queries-sums.ts'
import type { PromoterBalance } from '#contract/events/commissions.ts'
import { NO_BALANCE } from '#server/modules/commissions/queries-balances.ts'
import { moneyByEvent } from './queries-money.ts'

/** What is to come by its start; then what is over or has no date, the latest first. */
const next = sql<number>`case when not ${hasEnded} and e.starts_at is not null then extract(epoch from e.starts_at)
  else 1e11 - coalesce(extract(epoch from e.starts_at), 0) end`

const STATES = {
  active: sql<boolean>`not ${hasEnded} and e.state = 'active'`,
  pending: sql<boolean>`not ${hasEnded} and e.state in ('pending', 'inactive')`,
  success: hasEnded,
} as const

export async function listPromotedEvents(
  app: App,
  { actor, query }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { status, date, eventName } = query
  const [money, figures] = await Promise.all([moneyByEvent(app, actor.userId), figuresByEvent(app, actor.userId)])
  const events = app.db
    .selectFrom('events as e')
    .select('e.id')
    .where(rowsWithin(reachOf(actor, ['RRPP'])))
    .$if(status !== undefined, (own) => own.where(STATES[status ?? 'active']))
    .$if(date !== undefined, (own) => own.where(startDate, '=', date ?? ''))
    .$if(Boolean(eventName), (own) => own.where(nameContains(eventName ?? '')))
  return pageOf(events, query, {
    rows: 'events',
    id: 'e.id',
    sort: { next, name: 'e.plain_name' },
    read: (page) => selectCards(app.db, page).execute(),
    map: (row) => {
      const { paidCents: _, ...theirs } = money.get(row.id) ?? NO_BALANCE
      return { ...cardOf(row), ...broughtOf(figures.get(row.id)), ...theirs }
    },
    more: async () => ({ totals: totalsOf([...figures.values()], [...money.values()]) }),
  })
}

type Brought = Pick<Answer<typeof endpoint>['totals'], 'tickets' | 'courtesies' | 'arrived'>

function broughtOf(figures: EventFigures | undefined): Brought {
  return { tickets: figures?.issued ?? 0, courtesies: figures?.courtesies ?? 0, arrived: figures?.arrived ?? 0 }
}

function totalsOf(figures: readonly EventFigures[], money: readonly PromoterBalance[]) {
  const sum = <Each>(list: readonly Each[], of: (each: Each) => number) => list.reduce((all, each) => all + of(each), 0)
  return {
    tickets: sum(figures, ({ issued }) => issued),
    courtesies: sum(figures, ({ courtesies }) => courtesies),
    arrived: sum(figures, ({ arrived }) => arrived),
    earnedCents: sum(money, ({ earnedCents }) => earnedCents),
    confirmedCents: sum(money, ({ confirmedCents }) => confirmedCents),
    owedCents: sum(money, ({ owedCents }) => owedCents),
    cashCents: sum(money, ({ cashCents }) => cashCents),
  }
}

/** Of every event in which the person ever had a part, also where they promote no more. */
async function figuresByEvent(app: App, promoterId: string): Promise<ReadonlyMap<string, EventFigures>> {
  const parts = await app.db
    .selectFrom('promos')
    .select('event_id as id')
    .where('promoter_id', '=', promoterId)
    .execute()
  if (parts.length === 0) return new Map()
  const events = [...new Set(parts.map(({ id }) => id))]
  const rows = await inSnapshot(app, (db, mark) =>
    sumFiguresBy(
      db,
      mark,
      { events, part: 'promoter' },
      sql<string>`case when f.subject_id = ${promoterId}::uuid then f.event_id::text end`,
    ),
  )
  return new Map(rows.filter(({ key }) => key !== null).map(({ key, ...figures }) => [key, figures]))
}
