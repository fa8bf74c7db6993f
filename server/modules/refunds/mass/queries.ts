/** Reads of mass refunds. */
import { sql } from 'kysely'
import { confirmationText } from '#contract/values/confirmation.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { toPesos } from '#contract/values/money.ts'
import type { listMassRefunds as endpoint, MassRefund, MassRefundPreview } from '#contract/sales/refunds-mass.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { refundParts, type SoldOrder } from '#server/modules/checkout/reversals/split-refund.ts'
import { isOnSale } from '#server/modules/events/queries.ts'
import type { SaleParts } from '#server/modules/ledger/entry.ts'
import { returnedParts } from '#server/modules/ledger/queries.ts'
import { Failure } from '#server/shared/failure.ts'
import { countAndSum, type NamesOf, type Sums } from '../lists/count-and-sum.ts'
import { sharedTicketMoney } from '../ticket-money.ts'

/** How many refunds of one mass refund the provider is asked for in a second (rule R14.6). */
export const PER_SECOND = 5

/** Lists the next orders to prepare, by ascending id. */
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

/** Lists orders with refunds that were not released yet, by ascending id. */
export async function listOrdersToCancel(app: Core, massRefundId: string, most: number): Promise<string[]> {
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

const OBSTACLES = countAndSum(sql`m.amount_cents`, {
  refundable: [sql`m.shared_cents > 0`, sql`m.shared_cents`],
  inPerson: sql`m.obstacle = 'in_person'`,
  free: sql`m.obstacle = 'free'`,
  used: sql`m.obstacle = 'used'`,
  disputed: sql`m.obstacle = 'disputed'`,
  tooOld: sql`m.obstacle = 'too_old'`,
})
const OF_SALES = sql`not payments_bought_nothing(r.source)`
const REFUNDS = countAndSum(sql`r.amount_cents`, {
  alreadyRefunded: sql`r.state in ('completed', 'external') and ${OF_SALES} and r.source <> 'chargeback'`,
  open: sql`payments_refund_is_open(r.state) and ${OF_SALES}`,
})

/** How long the text that confirmed an event's cancellation confirms its mass refund too. */
const TYPED_MINUTES = 60

type PreviewRecord = Sums<NamesOf<typeof OBSTACLES> | NamesOf<typeof REFUNDS>> & {
  readonly id: string
  readonly name: string
  readonly startDate: string | null
  readonly isOnSale: boolean
  readonly cancelReason: string | null
  /** Its name was typed a short while ago, to cancel it. */
  readonly isJustCancelled: boolean
}

/** Counts what a mass refund of this event would return now; changes nothing. */
export async function previewMassRefund(app: App, eventId: Proof<'managedEvent'>): Promise<MassRefundPreview> {
  const { rows } = await sql<PreviewRecord>`
    select e.id, e.name, e.starts_at as "startDate", ${isOnSale('c')} as "isOnSale", t.*, b.*,
           e.cancel_reason as "cancelReason",
           coalesce(e.cancelled_at > app_now() - make_interval(mins => ${TYPED_MINUTES}), false) as "isJustCancelled"
      from events e join companies c on c.id = e.company_id
     cross join (select ${OBSTACLES.columns} from (${sharedTicketMoney({ eventId })}) m) t
     cross join (select ${REFUNDS.columns} from refunds r where r.event_id = ${eventId}::uuid) b
     where e.id = ${eventId}::uuid`.execute(app.db)
  const [row] = rows
  if (!row) throw new Failure('event_not_found')
  const { id, name, startDate } = row
  const { free, ...obstacles } = OBSTACLES.totals(row)
  return {
    event: { id, name, startDate, isOnSale: row.isOnSale },
    ...obstacles,
    ...REFUNDS.totals(row),
    platformShare: toPesos(await sumPlatformShare(app, eventId)),
    free: free.count,
    seconds: Math.ceil(row.refundableCount / PER_SECOND),
    confirmation: row.isJustCancelled ? null : confirmationText(name, 'DEVOLVER'),
    reason: row.cancelReason,
  }
}

/** The platform's part of what a mass refund would return, divided by order as each refund is when it is made. */
async function sumPlatformShare(app: App, eventId: string): Promise<number> {
  interface Row extends SoldOrder {
    readonly returned: SaleParts
    readonly sharedCents: number
    readonly waitingCents: number
  }
  const { rows } = await sql<Row>`
    select o.total_cents as "totalCents", o.paid_cents as "paidCents", o.refunded_cents as "refundedCents",
           o.fee_cents as "feeCents", o.absorbed_fee_cents as "absorbedFeeCents",
           s.shared_cents as "sharedCents", s.waiting_cents as "waitingCents", to_json(l) as returned
      from (select m.order_id, sum(m.shared_cents)::bigint as shared_cents, max(m.waiting_cents) as waiting_cents
              from (${sharedTicketMoney({ eventId })}) m where m.shared_cents > 0 group by m.order_id) s
      join orders o on o.id = s.order_id
     cross join lateral (select ${returnedParts} from ledger_entries l where l.order_id = o.id) l`.execute(app.db)
  return rows.reduce((total, { returned, sharedCents, waitingCents, ...order }) => {
    // Refunds that are open go back first.
    const [before, after] = [waitingCents, waitingCents + sharedCents].map((cents) => {
      const { feeCents, absorbedFeeCents } = refundParts(order, returned, cents)
      return feeCents + absorbedFeeCents
    })
    return total + (after ?? 0) - (before ?? 0)
  }, 0)
}

const SUMS = countAndSum(sql`r.amount_cents`, {
  all: sql`true`,
  waiting: sql`r.state = 'requested'`,
  processing: sql`r.state in ('approved', 'processing')`,
  completed: sql`r.state = 'completed'`,
  failed: sql`r.state = 'failed'`,
  rejected: sql`r.state = 'rejected'`,
  unfunded: sql`r.unfunded_since is not null and payments_refund_is_open(r.state)`,
})

function selectMassRefunds(app: Core) {
  return app.db
    .selectFrom('mass_refunds as m')
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .innerJoin('users as u', 'u.id', 'm.requested_by')
    .select(['m.id', sql<MassRefund['state']>`m.state`.as('state'), 'm.reason', 'u.name as requestedBy'])
    .select([
      'm.event_id as eventId',
      'e.name as eventName',
      'm.created_at as createdAt',
      'm.finished_at as finishedAt',
    ])
    .select(
      sql<Sums<NamesOf<typeof SUMS>>>`(
        select to_json(s) from (select ${SUMS.columns} from refunds r where r.mass_refund_id = m.id) s)`.as('sums'),
    )
}
type MassRecord = Awaited<ReturnType<ReturnType<typeof selectMassRefunds>['executeTakeFirstOrThrow']>>

function massRefundOf({ eventId, eventName, sums, ...row }: MassRecord): MassRefund {
  return {
    ...row,
    event: { id: eventId, name: eventName },
    ...SUMS.totals(sums),
    secondsLeft: row.state === 'running' ? Math.ceil(sums.waitingCount / PER_SECOND) : null,
  }
}

/** Gets one of the event; throws `mass_refund_not_found`. */
export async function getMassRefund(app: Core, eventId: string, id: string): Promise<MassRefund> {
  const row = await selectMassRefunds(app).where('m.id', '=', id).where('m.event_id', '=', eventId).executeTakeFirst()
  if (!row) throw new Failure('mass_refund_not_found')
  return massRefundOf(row)
}

/** A page of all mass refunds. */
export function listMassRefunds(app: App, { query }: Call<typeof endpoint>): Promise<Answer<typeof endpoint>> {
  const found = selectMassRefunds(app).$if(query.state !== undefined, (all) =>
    all.where('m.state', '=', query.state ?? ''),
  )
  return pageOf(found, query, {
    rows: 'massRefunds',
    id: 'm.id',
    sort: { createdAt: 'm.created_at' },
    search: ['e.name'],
    map: massRefundOf,
  })
}

/** Returns a mass refund as it is now, with its requester's name and mail. */
export async function findEndedMassRefund(app: Core, id: string) {
  const { eventId, ...requester } = await app.db
    .selectFrom('mass_refunds as m')
    .innerJoin('users as u', 'u.id', 'm.requested_by')
    .select(['m.event_id as eventId', 'u.name', 'u.mail'])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...(await getMassRefund(app, eventId, id)), ...requester }
}
