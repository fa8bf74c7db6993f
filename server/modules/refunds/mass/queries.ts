/** Reads of mass refunds. */
import { sql, type RawBuilder } from 'kysely'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { toPesos } from '#contract/money.ts'
import { paginate } from '#contract/pagination.ts'
import type {
  listMassRefunds as listMassRefundsEndpoint,
  MassRefund,
  MassRefundPreview,
} from '#contract/refunds-mass.ts'
import type { Proof } from '#contract/roles.ts'
import type { App, Core } from '#server/context.ts'
import { wordPatterns } from '#server/db/search.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { isOnSale } from '../queries.ts'
import { sharedTicketMoney } from '../ticket-money.ts'

/** How many refunds of one mass refund the provider is asked for in a second (rule R14.6). */
export const PER_SECOND = 5

/** The next orders whose tickets may have to be noted, in the order of their ids. */
export async function listOrdersToPrepare(
  app: Core,
  { eventId, preparedUntil }: { readonly eventId: string; readonly preparedUntil: string | null },
  most: number,
): Promise<string[]> {
  const rows = await app.db
    .selectFrom('orders')
    .select('id')
    .where('event_id', '=', eventId)
    .where('state', 'in', ['paid', 'partially_refunded'])
    .where('total_cents', '>', 0)
    .$if(preparedUntil !== null, (query) => query.where('id', '>', preparedUntil ?? ''))
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Orders with something that was not asked for yet, in the order of their ids. */
export async function listOrdersToDrop(app: Core, massRefundId: string, most: number): Promise<string[]> {
  const rows = await app.db
    .selectFrom('refunds')
    .select('order_id')
    .distinct()
    .where('mass_refund_id', '=', massRefundId)
    .where('state', '=', 'requested')
    .orderBy('order_id')
    .limit(most)
    .execute()
  return rows.map(({ order_id }) => order_id)
}

export async function hasOpen(app: Core, massRefundId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refunds where mass_refund_id = ${massRefundId} and payments_refund_is_open(state) limit 1`.execute(
    app.db,
  )
  return rows.length > 0
}

/** Whether it goes back because there is no event (its payers read why). */
export async function isEventCancelled(app: Core, eventId: string): Promise<boolean> {
  const { state } = await app.db
    .selectFrom('events')
    .select('state')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return state === 'cancelled'
}

/** Whose event it is. */
export async function findEventOf(app: Core, massRefundId: string): Promise<{ eventId: string; companyId: string }> {
  return app.db
    .selectFrom('mass_refunds as m')
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .select(['e.id as eventId', 'e.company_id as companyId'])
    .where('m.id', '=', massRefundId)
    .executeTakeFirstOrThrow()
}

interface PreviewRecord {
  readonly id: string
  readonly name: string
  readonly startDate: string | null
  readonly isOnSale: boolean
  readonly platformCents: number
  readonly sums: Record<string, { count: number; cents: number; left: number }>
  readonly gone: { count: number; cents: number }
  readonly open: { count: number; cents: number }
}

/** What a mass refund of this event would give back now; nothing is changed. */
export async function previewMassRefund(app: App, eventId: Proof<'managedEvent'>): Promise<MassRefundPreview> {
  const { rows } = await sql<PreviewRecord>`
    with m as materialized (${sharedTicketMoney(eventId)})
    select e.id, e.name, e.starts_at as "startDate", ${isOnSale} as "isOnSale",
           (select coalesce(jsonb_object_agg(g.obstacle, g.sums), '{}') from (
              select coalesce(m.obstacle, 'none') as obstacle,
                     jsonb_build_object('count', count(*) filter (where m.obstacle is not null or m.shared_cents > 0),
                                        'cents', sum(m.amount_cents), 'left', sum(m.shared_cents)) as sums
                from m group by 1) g) as sums,
           (select coalesce(sum(round(m.shared_cents * (o.fee_cents + o.absorbed_fee_cents)::numeric / o.total_cents)), 0)::bigint
              from m join orders o on o.id = m.order_id where m.obstacle is null) as "platformCents",
           (select json_build_object('count', count(*), 'cents', coalesce(sum(r.amount_cents), 0)) from refunds r
             where r.event_id = e.id and r.state in ('completed', 'external') and not payments_bought_nothing(r.source)
               and r.source <> 'chargeback') as gone,
           (select json_build_object('count', count(*), 'cents', coalesce(sum(r.amount_cents), 0)) from refunds r
             where r.event_id = e.id and payments_refund_is_open(r.state) and not payments_bought_nothing(r.source)) as open
      from events e where e.id = ${eventId}::uuid`.execute(app.db)
  const [row] = rows
  if (!row) throw new Failure('event_not_found')
  const { id, name, startDate, sums } = row
  const of = (obstacle: string) => sums[obstacle] ?? { count: 0, cents: 0, left: 0 }
  const total = ({ count, cents }: { count: number; cents: number }) => ({ count, amount: toPesos(cents) })
  return {
    event: { id, name, startDate: startDate && toInstant(startDate), isOnSale: row.isOnSale },
    refundable: { count: of('none').count, amount: toPesos(of('none').left) },
    platformShare: toPesos(row.platformCents),
    alreadyRefunded: total(row.gone),
    open: total(row.open),
    inPerson: total(of('in_person')),
    free: of('free').count,
    used: total(of('used')),
    disputed: total(of('disputed')),
    tooOld: total(of('too_old')),
    seconds: Math.ceil(of('none').count / PER_SECOND),
    confirmation: name,
  }
}

interface MassRecord {
  readonly id: string
  readonly eventId: string
  readonly eventName: string
  readonly state: MassRefund['state']
  readonly reason: string
  readonly requestedBy: string
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly sums: Record<
    'all' | 'waiting' | 'processing' | 'completed' | 'failed' | 'rejected' | 'unfunded',
    { count: number; cents: number }
  >
}

const sumOf = (name: string, condition: RawBuilder<unknown>) => sql`
  ${sql.lit(name)}, json_build_object('count', count(*) filter (where ${condition}),
                                      'cents', coalesce(sum(r.amount_cents) filter (where ${condition}), 0))`
const COLUMNS = sql`
  m.id, m.event_id as "eventId", e.name as "eventName", m.state, m.reason, u.name as "requestedBy",
  m.created_at as "createdAt", m.finished_at as "finishedAt",
  (select json_build_object(${sql.join([
    sumOf('all', sql`true`),
    sumOf('waiting', sql`r.state = 'requested'`),
    sumOf('processing', sql`r.state in ('approved', 'processing')`),
    sumOf('completed', sql`r.state = 'completed'`),
    sumOf('failed', sql`r.state = 'failed'`),
    sumOf('rejected', sql`r.state = 'rejected'`),
    sumOf('unfunded', sql`r.unfunded_since is not null and payments_refund_is_open(r.state)`),
  ])}) from refunds r where r.mass_refund_id = m.id) as sums`
const FROM = sql`from mass_refunds m join events e on e.id = m.event_id join users u on u.id = m.requested_by`

function massRefundOf(row: MassRecord): MassRefund {
  const { id, eventId, eventName, state, reason, requestedBy, createdAt, finishedAt, sums } = row
  const total = (name: keyof MassRecord['sums']) => ({ count: sums[name].count, amount: toPesos(sums[name].cents) })
  return {
    id,
    state,
    reason,
    requestedBy,
    event: { id: eventId, name: eventName },
    createdAt: toInstant(createdAt),
    finishedAt: finishedAt && toInstant(finishedAt),
    all: total('all'),
    waiting: total('waiting'),
    processing: total('processing'),
    completed: total('completed'),
    failed: total('failed'),
    rejected: total('rejected'),
    unfunded: total('unfunded'),
    secondsLeft: state === 'running' ? Math.ceil(sums.waiting.count / PER_SECOND) : null,
  }
}

/** How one of the event's goes; throws `mass_refund_not_found`. */
export async function getMassRefund(app: Core, eventId: string, id: string): Promise<MassRefund> {
  const { rows } = await sql<MassRecord>`
    select ${COLUMNS} ${FROM} where m.id = ${id}::uuid and m.event_id = ${eventId}::uuid`.execute(app.db)
  if (!rows[0]) throw new Failure('mass_refund_not_found')
  return massRefundOf(rows[0])
}

/** All of them, the newest first. */
export async function listMassRefunds(
  app: App,
  { page, limit, state, search, order }: ParsedInput<typeof listMassRefundsEndpoint>['query'],
): Promise<Answer<typeof listMassRefundsEndpoint>> {
  const words = wordPatterns(search ?? '').map((pattern) => sql`plain_text(e.name) like plain_text(${pattern})`)
  const where = sql.join([state ? sql`m.state = ${state}` : sql`true`, ...words], sql` and `)
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const [{ rows }, counted] = await Promise.all([
    sql<MassRecord>`select ${COLUMNS} ${FROM} where ${where}
      order by m.created_at ${direction}, m.id limit ${limit} offset ${(page - 1) * limit}`.execute(app.db),
    sql<{ total: number }>`select count(*)::int as total ${FROM} where ${where}`.execute(app.db),
  ])
  return {
    massRefunds: rows.map(massRefundOf),
    pagination: paginate('totalMassRefunds', { page, limit, total: counted.rows[0]?.total ?? 0 }),
  }
}

/** Who began it, and of which event. */
export async function findRequester(
  app: Core,
  id: string,
): Promise<{ eventId: string; name: string; mail: string | null }> {
  return app.db
    .selectFrom('mass_refunds as m')
    .innerJoin('users as u', 'u.id', 'm.requested_by')
    .select(['m.event_id as eventId', 'u.name', 'u.mail'])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow()
}
