/** An event's money at a glance. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getRefundSummary } from '#contract/sales/refunds.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import { isOnSale } from '#server/modules/events/queries.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { countAndSum, type NamesOf, type Sums } from './count-and-sum.ts'
import { isFailedStill } from './queries-failed.ts'
import { sharedTicketMoney } from '../ticket-money.ts'

/** A seller has so long to fund what is asked back, before his paid types stop being sold (rule R14.7). */
export const FUNDING_HOURS = 72

const TICKETS = countAndSum(sql`m.amount_cents`, {
  sold: sql`m.amount_cents > 0 and m.payment_id is not null`,
  refundable: [sql`m.shared_cents > 0`, sql`m.shared_cents`],
})
const OF_SALES = sql`not payments_bought_nothing(r.source)`
const REFUNDS = countAndSum(sql`r.amount_cents`, {
  completed: sql`(r.state = 'completed' or (r.state = 'external' and r.source <> 'chargeback')) and ${OF_SALES}`,
  open: sql`payments_refund_is_open(r.state) and ${OF_SALES}`,
  failed: isFailedStill,
  disputed: sql`r.state = 'external' and r.source = 'chargeback'`,
  unfunded: sql`r.unfunded_since is not null and payments_refund_is_open(r.state)`,
})

type SummaryRecord = Sums<NamesOf<typeof TICKETS> | NamesOf<typeof REFUNDS>> & {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly isOnSale: boolean
  readonly salesStopAt: string | null
  readonly areSalesStopped: boolean
  readonly massRefundId: string | null
}

/** An event's money in and back, all of it from payments, tickets and refunds. */
export async function getSummary(app: App, eventId: Proof<'managedEvent'>): Promise<Answer<typeof getRefundSummary>> {
  const { rows } = await sql<SummaryRecord>`
    select e.id, e.name, e.state, ${isOnSale('c')} as "isOnSale", t.*, b.*,
           c.paid_sales_stopped_at is not null as "areSalesStopped",
           (select m.id from mass_refunds m where m.event_id = e.id order by m.finished_at is null desc, m.id desc limit 1) as "massRefundId",
           (select min(r.unfunded_since) + make_interval(hours => ${FUNDING_HOURS}) from refunds r
             where r.event_id = e.id and payments_refund_is_open(r.state)) as "salesStopAt"
      from events e join companies c on c.id = e.company_id
     cross join (select ${TICKETS.columns} from (${sharedTicketMoney({ eventId })}) m) t
     cross join (select ${REFUNDS.columns} from refunds r where r.event_id = ${eventId}::uuid) b
     where e.id = ${eventId}::uuid`.execute(app.db)
  const [row] = rows
  if (!row) throw new Failure('event_not_found')
  return {
    event: { id: row.id, name: row.name, state: row.state, isOnSale: row.isOnSale },
    ...TICKETS.totals(row),
    ...REFUNDS.totals(row),
    salesStopAt: row.salesStopAt && toInstant(row.salesStopAt),
    areSalesStopped: row.areSalesStopped,
    massRefundId: row.massRefundId,
  }
}
