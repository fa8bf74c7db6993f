/** Paid orders that become tickets: the provider sends a notification for each and answers the look-up of the payment. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { noteOf, tryLoad, type Bench } from './bench.ts'
import type { Copy } from './database.ts'
import { assertInvariants } from './invariants.ts'
import { onlyResult } from './load.ts'
import { COLLECTOR, companyId, eventId, paidOrder, seller } from './people.ts'
import { COMPANIES, insertPendingOrders } from './seed.ts'
import { startSimulator, startWeb, startWorker, type Place, type StartedServer } from './servers.ts'
import { judged, type Measured } from './table.ts'

const TARGET_PER_SECOND = 1000
/** All are notified at once, as fast as they are taken: how long the line becomes. */
const MOST_MEDIAN_MS = 8000
/** More than can be confirmed in the time. */
const OFFERED_PER_SECOND = 1500
const CONNECTIONS = 50
const QUANTITY = 2
const UNIT_CENTS = 1_800_000
const UNIT_FEE_CENTS = 180_000
/** Whatever is left when the load ends is applied by then. */
const PATIENCE_MS = 120_000

/** The rows about paid orders. */
export async function paid(bench: Bench): Promise<Measured[]> {
  const name = `paid orders becoming tickets, ${CONNECTIONS} connections`
  const orders = Math.ceil((bench.warmSeconds + bench.seconds) * OFFERED_PER_SECOND)
  const state = join(bench.home, 'simulator.json')
  writeFileSync(state, JSON.stringify(simulatorState(paymentsOf(orders))))
  let figure = { perSecond: 0, medianMs: 0, p99Ms: 0 }
  const outcome = await tryLoad(bench, {
    name,
    loads: [{ name, connections: CONNECTIONS, requests: { kind: 'notifications', orders } }],
    async prepare(copy) {
      await insertPendingOrders(copy, {
        orders,
        quantity: QUANTITY,
        unitCents: UNIT_CENTS,
        unitFeeCents: UNIT_FEE_CENTS,
      })
      // Mails are another row's: here they wait.
      await copy.query(`alter table deliveries alter next_attempt_at set default now() + interval '1 day'`)
      // As in a product that runs: what was paid before is known, the next search is in the rush, the day's comparison was.
      for (const [table, column, due] of [
        ['collector_searches', 'searched_until', '20 seconds'],
        ['settlement_checks', 'checked_until', '20 hours'],
      ])
        await copy.query(
          `insert into ${table} (account_id, company_id, collector_id, ${column}, next_attempt_at)
           select id, company_id, collector_id, now(), now() + interval '${due}' from payment_accounts`,
        )
    },
    start: (place) => startSelling(place, state),
    async check(copy, [result]) {
      const reported = result?.statuses['200'] ?? 0
      await untilPaid(copy, reported)
      figure = await measure(copy, bench.warmSeconds)
      await assertInvariants(copy, { orders })
    },
  })
  const note = `notification to tickets p50 ${Math.round(figure.medianMs)} ms, p99 ${Math.round(figure.p99Ms)} ms; notifications: ${noteOf(onlyResult(outcome), outcome)}`
  return [
    judged(name, figure.perSecond, '/s', { atLeast: TARGET_PER_SECOND }, note),
    judged('… half of them from their notification', figure.medianMs, 'ms', { atMost: MOST_MEDIAN_MS }),
  ]
}

/** Web, worker and the simulated provider; the handle is the web server's. */
async function startSelling(place: Place, state: string): Promise<StartedServer> {
  const simulator = await startSimulator(place.home, state)
  const selling = { ...place, provider: `http://127.0.0.1:${simulator.port}` }
  const [web, worker] = [await startWeb(selling), startWorker(selling)]
  return {
    ...web,
    async stop() {
      await web.stop()
      await worker.stop()
      await simulator.stop()
    },
  }
}

/** What everybody paid, as the simulator would remember it. */
function paymentsOf(orders: number) {
  const now = new Date().toISOString()
  const amountCents = QUANTITY * (UNIT_CENTS + UNIT_FEE_CENTS)
  return Array.from({ length: orders }, (_, n) => {
    const { publicId, paymentId } = paidOrder(n)
    return {
      id: paymentId,
      preferenceId: '',
      ownerId: COLLECTOR,
      collectorId: COLLECTOR,
      status: 'approved',
      statusDetail: 'accredited',
      externalReference: publicId,
      amountCents,
      refundedCents: 0,
      currency: 'ARS',
      liveMode: true,
      feeCents: Math.round(amountCents * 0.06),
      marketplaceFeeCents: 0,
      marketplaceReturnedCents: 0,
      method: 'visa',
      installments: 1,
      payerMail: null,
      isControlled: false,
      createdAt: now,
      approvedAt: now,
      lastUpdatedAt: now,
      releasesAt: now,
      previous: null,
    }
  })
}

/** What the simulator knows of the companies, and of these payments. */
export function simulatorState(payments: readonly { readonly id: string }[]) {
  const sellers = Array.from({ length: COMPANIES }, (_, n) => seller(n))
  return {
    sellers: Object.fromEntries(
      sellers.map(({ collectorId: userId }) => [
        userId,
        { userId, nickname: 'Productora', email: 'p@previa.example', balanceCents: null },
      ]),
    ),
    tokens: Object.fromEntries(
      sellers.map(({ collectorId: userId, token }) => [
        token,
        { userId, isOauth: true, expiresAt: '2100-01-01T00:00:00.000Z', isRevoked: false },
      ]),
    ),
    payments: Object.fromEntries(payments.map((payment) => [payment.id, payment])),
  }
}

async function untilPaid(copy: Copy, orders: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (let found = -1; found < orders; await wait(250)) {
    const [row] = await copy.query<{ paid: number }>(`select count(*)::int as paid from orders where state = 'paid'`)
    found = row?.paid ?? 0
    if (performance.now() > deadline) throw new Error(`${found} of ${orders} orders were paid`)
  }
}

/** By the database's own clock, from when the warm-up ended to the last ticket. */
async function measure(copy: Copy, warmSeconds: number) {
  const [row] = await copy.query<{ perSecond: number; medianMs: number; p99Ms: number }>(
    `with notified as (
       select o.paid_at, n.received_at from orders o join provider_notifications n on n.order_public_id = o.public_id
        where o.event_id = $1 and o.company_id = $2),
     warm as (select min(received_at) + make_interval(secs => $3) as over from notified)
     select count(*) / extract(epoch from max(paid_at) - min(warm.over))::float8 as "perSecond",
            1000 * extract(epoch from percentile_cont(0.5) within group (order by paid_at - received_at))::float8 as "medianMs",
            1000 * extract(epoch from percentile_cont(0.99) within group (order by paid_at - received_at))::float8 as "p99Ms"
       from notified, warm where paid_at >= warm.over`,
    [eventId(0), companyId(0), warmSeconds],
  )
  if (!row) throw new Error('Nothing was paid')
  return row
}
