/** A sold-out night on the whole product: ordered, paid at the simulator, issued, and mailed with its PDF, to the last place. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { createPurchase } from '#contract/sales/checkout.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import type { Bench } from './bench.ts'
import { run, type Copy } from './database.ts'
import { assertInvariants } from './invariants.ts'
import { accountToken, eventId, typeId } from './people.ts'
import { seed } from './seed.ts'
import { simulatorState } from './paid.ts'
import { startAll } from './servers.ts'
import { judged, type Measured } from './table.ts'

const TICKETS = 20_000
const QUANTITY = 2
/** 200 more people than places: some requests are refused. */
const PEOPLE = TICKETS / QUANTITY + 200
const AT_ONCE = 64
const MOST_MINUTES = 10
const MOST_P99_MS = 150
const GIVEN_UP_MS = 20 * 60_000

/** The rows about a sold-out night. */
export async function night({ home, progress }: Bench): Promise<Measured[]> {
  progress(`a night of ${TICKETS} tickets`)
  const state = join(home, 'night')
  mkdirSync(state)
  writeFileSync(join(state, 'mercado-pago.json'), JSON.stringify(simulatorState([])))
  const previa = await startAll(state, join(home, 'night.log'), 'bench')
  try {
    const { url } = await startEmbeddedPostgres({ dataDir: join(state, 'postgres'), share: true })
    const database: Pick<Copy, 'query'> = { query: (text, values) => run(url, text, values) }
    await seed(url, { accounts: PEOPLE, tickets: 1 })
    await database.query('update ticket_stock set capacity = $1 where type_id = $2', [TICKETS, typeId(0)])

    const startedMs = performance.now()
    progress('ordered and paid')
    const shop = await shopFrom(`http://127.0.0.1:${previa.port}`)
    const paidMs = performance.now() - startedMs
    progress(`issued and mailed (paid after ${Math.round(paidMs / 1000)} s)`)
    await untilMailed(database, startedMs)
    const minutes = (performance.now() - startedMs) / 60_000

    await assertInvariants(database, { orders: shop.bought })
    const [lost] = await database.query<{ sold: number; mails: number; papers: number }>(
      `select (select sold from ticket_stock where type_id = $1) as sold,
              (select count(distinct recipient)::int from dev_inbox where channel = 'mail') as mails,
              (select count(*)::int from dev_inbox where channel = 'mail' and attachments::text like '%entradas.pdf%') as papers`,
      [typeId(0)],
    )
    if (lost?.sold !== TICKETS || lost.mails !== shop.bought || lost.papers !== shop.bought) {
      throw new Error(`${shop.bought} orders were paid: ${JSON.stringify(lost)}`)
    }
    const note = `${shop.bought} orders of ${QUANTITY}, ${shop.refused} people found nothing left; paid after ${(paidMs / 60_000).toFixed(1)} min, with ${AT_ONCE} people at once`
    return [
      judged(
        `a sold-out night of ${TICKETS} tickets, to the last mail`,
        minutes,
        'min',
        { atMost: MOST_MINUTES },
        note,
      ),
      judged('… slowest hundredth of its orders', shop.p99Ms, 'ms', { atMost: MOST_P99_MS }),
    ]
  } finally {
    await previa.stop()
  }
}

interface Shop {
  readonly bought: number
  readonly refused: number
  readonly p99Ms: number
}

/** Everybody comes, `AT_ONCE` at a time, and pays at once. */
async function shopFrom(origin: string): Promise<Shop> {
  const orderMs: number[] = []
  let next = 0
  let bought = 0
  let refused = 0
  const person = async () => {
    while (next < PEOPLE) {
      const n = next
      next += 1
      const began = performance.now()
      const ordered = await fetch(`${origin}/api/v1/ticket`, { method: 'POST', ...orderOf(n) })
      const text = await ordered.text()
      orderMs.push(performance.now() - began)
      if (ordered.status === 409) {
        refused += 1
        continue
      }
      if (ordered.status !== 201) throw new Error(`An order was answered ${ordered.status}: ${text}`)
      const { paymentUrl } = JSON.parse(text) as Answer<typeof createPurchase> // the server wrote it by this schema
      await pay(origin, n, paymentUrl ?? '')
      bought += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, person))
  const sorted = orderMs.toSorted((a, b) => a - b)
  return { bought, refused, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
}

const fromAddress = (n: number) => ({ 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` })

function orderOf(n: number) {
  return {
    headers: {
      ...fromAddress(n),
      'content-type': 'application/json',
      'x-device-id': `bench-device-${n}`,
      authorization: `Bearer ${accountToken(n)}`,
      'idempotency-key': `bench-night-${n}`,
    },
    body: JSON.stringify({ eventId: eventId(0), ticketTypeId: typeId(0), quantity: QUANTITY, platform: 'web' }),
  }
}

/** Opens the payment link and presses the simulator's button. */
async function pay(origin: string, n: number, paymentUrl: string): Promise<void> {
  const headers = fromAddress(n)
  const { pathname, search } = new URL(paymentUrl)
  const link = await fetch(origin + pathname + search, { headers, redirect: 'manual' })
  const checkout = link.headers.get('location')
  if (!checkout) throw new Error(`A payment link was answered ${link.status}: ${await link.text()}`)
  await link.text()
  const id = new URL(checkout).searchParams.get('pref_id') ?? ''
  const action = new URL('/simulador/mercado-pago/checkout/v1/pay', origin)
  const body = new URLSearchParams({ pref_id: id, ending: 'approve', method: 'visa' })
  const paid = await fetch(action, { method: 'POST', headers, body, redirect: 'manual' })
  if (paid.status !== 303) throw new Error(`The simulator answered ${paid.status}: ${await paid.text()}`)
  await paid.text()
}

/** Waits until no tickets or mails are pending. */
async function untilMailed(database: Pick<Copy, 'query'>, startedMs: number): Promise<void> {
  for (; ; await wait(500)) {
    const [row] = await database.query<{ unpaid: number; queued: number; failed: number }>(
      `select (select count(*)::int from orders where state <> 'paid') as unpaid,
              (select count(*)::int from deliveries where channel = 'mail' and state = 'queued') as queued,
              (select count(*)::int from deliveries where channel = 'mail' and state = 'failed') as failed`,
    )
    if (row?.failed) throw new Error(`${row.failed} mails failed`)
    if (row && row.unpaid + row.queued === 0) return
    if (performance.now() - startedMs > GIVEN_UP_MS) throw new Error(`The night did not end: ${JSON.stringify(row)}`)
  }
}
