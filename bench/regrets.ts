/** What one angry buyer costs: 101 regrets about 20 purchases, as the team's queue and a mailed link show them. */
import { createVault } from '#server/shared/crypto.ts'
import { makeLinkToken } from '#server/shared/link-token.ts'
import { noteOf, tryLoad, type Bench } from './bench.ts'
import type { Copy } from './database.ts'
import { assertStatuses, onlyResult } from './load.ts'
import type { Requests } from './loads.ts'
import { accountId, companyId, eventId, orderId, regretId, typeId } from './people.ts'
import { masterKey } from './servers.ts'
import { judged, type Measured } from './table.ts'

const REGRETS = 101
const PURCHASES = 20
const TICKETS_EACH = 2
const BUYER = 0
const TEAM = 1
const MOST_MS = 150
/** A device may read a regret 120 times an hour. */
const DEVICES = 400

/** The rows about regrets; each read goes one at a time. */
export async function regrets(bench: Bench): Promise<Measured[]> {
  const token = makeLinkToken(createVault(masterKey), { kind: 'regret-link', id: regretId(0) }, accountId(BUYER))
  const reads: readonly (readonly [string, Requests])[] = [
    ['queue', { kind: 'reads', paths: ['/api/v1/admin/regrets?limit=100'], account: TEAM }],
    ['link', { kind: 'reads', paths: [`/api/v1/regret/${codeOf(0)}?token=${token}`], devices: DEVICES }],
  ]
  const measured: Measured[] = []
  for (const [what, requests] of reads) {
    const name = `${what} with ${REGRETS} regrets of ${PURCHASES} purchases, slowest twentieth`
    const outcome = await tryLoad(bench, {
      name,
      loads: [{ name, connections: 1, requests }],
      prepare: insertRegrets,
    })
    const result = onlyResult(outcome)
    assertStatuses(result, [])
    measured.push(judged(name, result.p95Ms, 'ms', { atMost: MOST_MS }, noteOf(result, outcome)))
  }
  return measured
}

const codeOf = (n: number) => `BENCH-${String(n).padStart(5, '0')}`

/** Paid purchases of one buyer, each with its tickets, and regrets that are about all of them. */
async function insertRegrets(copy: Copy): Promise<void> {
  const numbers = Array.from({ length: PURCHASES }, (_, n) => n)
  await copy.query('update users set is_god_admin = true where id = $1', [accountId(TEAM)])
  await copy.query(
    `insert into orders (id, public_id, event_id, company_id, buyer_id, state, subtotal_cents, fee_cents, total_cents, paid_cents,
                         tickets_count, paid_at)
     select o.id, 'bench-regret-' || n, $2, $3, $4, 'paid', 3600000, 360000, 3960000, 3960000, $5, now() - interval '1 day'
       from unnest($1::uuid[]) with ordinality o (id, n)`,
    [numbers.map(orderId), eventId(0), companyId(0), accountId(BUYER), TICKETS_EACH],
  )
  await copy.query(
    `insert into payments (id, order_id, provider_payment_id, status, amount_cents, currency, is_applied, approved_at, last_updated_at)
     select gen_random_uuid(), o.id, 'regret-' || n, 'approved', 3960000, 'ARS', true, now() - interval '1 day', now()
       from unnest($1::uuid[]) with ordinality o (id, n)`,
    [numbers.map(orderId)],
  )
  await copy.query(
    `insert into tickets (id, event_id, type_id, order_id, number, kind, payer_id, holder_id, price_cents, fee_cents, position, key_id, code_hash)
     select gen_random_uuid(), $2, $3, o.id, translate(lpad(to_hex(n * $5 + t), 8, '0'), 'abcdef', 'ABCDEF'), 'paid', $4, $4,
            1800000, 180000, t, 1, ''
       from unnest($1::uuid[]) with ordinality o (id, n) cross join generate_series(1, $5::int) t`,
    [numbers.map(orderId), eventId(0), typeId(0), accountId(BUYER), TICKETS_EACH],
  )
  const many = Array.from({ length: REGRETS }, (_, n) => n)
  await copy.query(
    `insert into regrets (id, code, contact, state)
     select r.id, r.code, 'persona${BUYER}@previa.example', 'with_person' from unnest($1::uuid[], $2::text[]) r (id, code)`,
    [many.map(regretId), many.map(codeOf)],
  )
  await copy.query(
    `insert into regret_orders (regret_id, order_id, state, event_start)
     select r, o, 'with_person', now() + interval '1 day' from unnest($1::uuid[]) r cross join unnest($2::uuid[]) o`,
    [many.map(regretId), numbers.map(orderId)],
  )
  await copy.query('vacuum analyze regrets, regret_orders, orders, tickets, payments')
}
