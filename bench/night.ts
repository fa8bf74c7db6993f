/** A sold-out night on the whole product: ordered, paid at the simulator, issued, and mailed with its PDF, to the last place. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { createPurchase } from '#contract/sales/checkout.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { createDiskFiles } from '#server/adapters/files/disk.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { imageFileKey } from '#server/modules/media/image-files.ts'
import type { Bench } from './bench.ts'
import { childrenOf, cpuSeconds, ownCpuSeconds } from './cpu.ts'
import { run, type Copy } from './database.ts'
import { assertInvariants } from './invariants.ts'
import { accountToken, eventId, flyerId, typeId } from './people.ts'
import { seed } from './seed.ts'
import { simulatorState } from './paid.ts'
import { startAll } from './servers.ts'
import { judged, type Measured } from './table.ts'

const QUANTITY = 2
/** More people than places: some requests are refused. */
const TOO_MANY = 200
const AT_ONCE = 64
const MOST_MINUTES = 10
const MOST_P99_MS = 150
const GIVEN_UP_MS = 20 * 60_000

/** The rows about a sold-out night. */
export async function night({ home, nightTickets, profiles, progress }: Bench): Promise<Measured[]> {
  progress(`a night of ${nightTickets} tickets`)
  const people = nightTickets / QUANTITY + TOO_MANY
  const state = join(home, 'night')
  mkdirSync(state)
  writeFileSync(join(state, 'mercado-pago.json'), JSON.stringify(simulatorState([])))
  const previa = await startAll(state, join(home, 'night.log'), 'bench', profiles)
  try {
    const { url, pid } = await startEmbeddedPostgres({ dataDir: join(state, 'postgres'), share: true })
    const database: Pick<Copy, 'query'> = { query: (text, values) => run(url, text, values) }
    await seed(url, { accounts: people, tickets: 1 })
    await database.query('update ticket_stock set capacity = $1 where type_id = $2', [nightTickets, typeId(0)])

    await keepFlyer(state)
    const origin = `http://127.0.0.1:${previa.port}`
    const used = watchProcessor(previa.pid, pid() ?? 0)
    const startedMs = performance.now()
    progress('ordered and paid')
    const shop = await shopFrom(origin, people)
    const paidMs = performance.now() - startedMs
    progress(`issued and mailed (paid after ${Math.round(paidMs / 1000)} s)`)
    await untilMailed(database, startedMs)
    const minutes = (performance.now() - startedMs) / 60_000
    const processor = used(nightTickets)
    const steps = await stepsOf(origin, database, shop)

    await assertInvariants(database, { orders: shop.bought })
    const [lost] = await database.query<{ sold: number; mails: number; papers: number }>(
      `select (select sold from ticket_stock where type_id = $1) as sold,
              (select count(distinct recipient)::int from dev_inbox where channel = 'mail') as mails,
              (select count(*)::int from dev_inbox where channel = 'mail' and attachments::text like '%entradas.pdf%') as papers`,
      [typeId(0)],
    )
    if (lost?.sold !== nightTickets || lost.mails !== shop.bought || lost.papers !== shop.bought) {
      throw new Error(`${shop.bought} orders were paid: ${JSON.stringify(lost)}`)
    }
    const note = `${shop.bought} orders of ${QUANTITY}, ${shop.refused} people found nothing left; paid after ${(paidMs / 60_000).toFixed(1)} min, with ${AT_ONCE} people at once; ${steps}; processor of a ticket: ${processor}; load average ${loadavg()[0]?.toFixed(1)}`
    return [
      judged(
        `a sold-out night of ${nightTickets} tickets, to the last mail`,
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
  /** Of an order, and of its payment: the link, and the simulator's button. */
  readonly orderMs: number
  readonly paymentMs: number
  readonly refused: number
  readonly p99Ms: number
}

/** Everybody comes, `AT_ONCE` at a time, and pays at once. */
async function shopFrom(origin: string, people: number): Promise<Shop> {
  const orderMs: number[] = []
  const paymentMs: number[] = []
  let next = 0
  let bought = 0
  let refused = 0
  const person = async () => {
    while (next < people) {
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
      const ordersMs = performance.now()
      await pay(origin, n, paymentUrl ?? '')
      paymentMs.push(performance.now() - ordersMs)
      bought += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, person))
  const sorted = orderMs.toSorted((a, b) => a - b)
  return {
    bought,
    refused,
    orderMs: mean(orderMs),
    paymentMs: mean(paymentMs),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The picture that the event's papers and mails show, as an upload would leave it. */
async function keepFlyer(state: string): Promise<void> {
  const create = { width: 640, height: 800, channels: 3, background: '#333' } as const
  const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const
  const bytes = await sharp({ create: { ...create, noise } })
    .jpeg()
    .toBuffer()
  const key = imageFileKey({ imageId: flyerId(0), width: 640, format: 'jpg' })
  await createDiskFiles(join(state, 'files')).public.put(key, bytes)
}

/** Milliseconds of each step, on the way of one order. */
async function stepsOf(origin: string, database: Pick<Copy, 'query'>, shop: Shop): Promise<string> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const sum = (name: string, label: string) =>
    [...metrics.matchAll(new RegExp(`^previa_${name}_total\\{(.*)\\} ([\\d.e+]+)$`, 'gm'))]
      .filter(([, labels]) => labels?.includes(label))
      .reduce((total, [, , value]) => total + Number(value), 0)
  const each = (name: string, label: string) => sum(`${name}_milliseconds`, label) / sum(`${name}s`, label)
  const [issued] = await database.query<{ ms: number }>(
    `select 1000 * extract(epoch from percentile_cont(0.5) within group (order by o.paid_at - n.received_at))::float8 as ms
       from orders o join provider_notifications n on n.order_public_id = o.public_id`,
  )
  const steps = [
    ['order', shop.orderMs],
    ['payment', shop.paymentMs],
    ['tickets after their payment', issued?.ms ?? NaN],
    ["tickets' PDF", each('paper', 'kind="tickets"')],
    ["receipt's PDF", each('paper', 'kind="receipt"')],
    ['mail handed over', each('message', 'channel="mail"')],
  ] as const
  return steps.map(([name, ms]) => `${name} ${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`).join(', ')
}

/** Processor time from now on; the returned function says in milliseconds what each process used for each of so many tickets. */
function watchProcessor(parent: number, postgres: number): (tickets: number) => string {
  const children = childrenOf(parent)
  const web = children.get('web-1') ?? 0
  const worker = children.get('worker') ?? 0
  const read = () => {
    const [database = NaN] = cpuSeconds([postgres]) ?? []
    const { user, system } = process.cpuUsage()
    return [...ownCpuSeconds([web, worker, parent]), database, (user + system) / 1e6]
  }
  const before = read()
  return (tickets) => {
    const used = read().map((seconds, index) => ((seconds - (before[index] ?? NaN)) * 1000) / tickets)
    const named = ['web', 'worker', 'simulators', 'database', 'people'].map(
      (name, n) => `${name} ${used[n]?.toFixed(1)} ms`,
    )
    return `${named.join(', ')}, together ${used.reduce((sum, ms) => sum + ms, 0).toFixed(1)} ms`
  }
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
