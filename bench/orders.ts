/** An on-sale: every order from another signed-in account, of one hot type or spread over many events. */
import type { Bench, Trial } from './bench.ts'
import { noteOf, tryLoad } from './bench.ts'
import { onlyResult } from './load.ts'
import { assertInvariants } from './invariants.ts'
import type { Copy } from './database.ts'
import { eventId, typeId } from './people.ts'
import { SALE_EVENTS, TYPES_PER_EVENT } from './seed.ts'
import { startBaseline } from './servers.ts'
import { compared, judged, type Measured } from './table.ts'

const TARGET_PER_SECOND = 4000
const TARGET_P99_MS = 150
const TARGET_RATIO = 5
const FREE_PER_SECOND = 2000
const FREE_P99_MS = 300
const QUANTITY = 2
const CONFLICT = 409

const saleOf = (n: number) => ({ eventId: eventId(n), typeId: typeId(n * TYPES_PER_EVENT) })
const HOT = [saleOf(0)]
const SPREAD = Array.from({ length: SALE_EVENTS }, (_, n) => saleOf(n))

interface Sale extends Pick<Trial, 'prepare' | 'start'> {
  readonly connections?: number
  readonly targets?: typeof HOT
}

async function sell(bench: Bench, name: string, { connections = 200, targets = HOT, ...rest }: Sale) {
  const { seeded } = await bench.database()
  const load = {
    name,
    connections,
    requests: { kind: 'orders', accounts: seeded.accounts, targets, quantity: QUANTITY },
  } as const
  const check = (copy: Copy, [result]: Parameters<NonNullable<Trial['check']>>[1]) =>
    assertInvariants(copy, { orders: result?.statuses['201'] ?? 0 })
  const outcome = await tryLoad(bench, { name, loads: [load], check, ...rest })
  const result = onlyResult(outcome)
  return { perSecond: result.perSecond, p99Ms: result.p99Ms, note: noteOf(result, outcome) }
}

const analysed = (copy: Copy) => copy.query('vacuum analyze')
const free = (copy: Copy) => copy.query('update ticket_types set price_cents = 0 where id = $1', [HOT[0]?.typeId])

/** The rows about orders. */
export async function orders(bench: Bench): Promise<Measured[]> {
  const hot = await sell(bench, 'orders, one type, 200 connections', {})
  const few = await sell(bench, 'orders, one type, 64 connections', { connections: 64 })
  const many = await sell(bench, 'orders, one type, 500 connections', { connections: 500 })
  const emptyStatistics = await sell(bench, 'orders, one type, 200 connections, tables analysed while empty', {
    prepare: analysed,
  })
  const spread = await sell(bench, 'orders, 200 events, 200 connections', { targets: SPREAD })
  const spreadAnalysed = await sell(bench, 'orders, 200 events, 200 connections, tables analysed while empty', {
    targets: SPREAD,
    prepare: analysed,
  })
  const alone = await sell(bench, 'baseline, one type, 200 connections', { start: startBaseline })
  const aloneSpread = await sell(bench, 'baseline, 200 events, 200 connections', {
    start: startBaseline,
    targets: SPREAD,
  })
  const peak = Math.max(hot.perSecond, few.perSecond, many.perSecond)
  const atLeast = { atLeast: TARGET_PER_SECOND }
  const quick = { atMost: TARGET_P99_MS }
  return [
    judged('orders, one type, 200 connections', hot.perSecond, '/s', atLeast, hot.note),
    judged('… slowest hundredth', hot.p99Ms, 'ms', quick),
    compared('… against one transaction each', hot.perSecond, '/s', alone.perSecond, TARGET_RATIO, alone.note),
    judged('orders, one type, 64 connections', few.perSecond, '/s', { atLeast: 3000 }, few.note),
    compared('orders, one type, 500 connections, of the peak', many.perSecond, '/s', peak, 0.7, many.note),
    judged('orders, one type, analysed while empty', emptyStatistics.perSecond, '/s', atLeast, emptyStatistics.note),
    judged('orders, 200 events, 200 connections', spread.perSecond, '/s', atLeast, spread.note),
    judged('… slowest hundredth', spread.p99Ms, 'ms', quick),
    compared(
      '… against one transaction each',
      spread.perSecond,
      '/s',
      aloneSpread.perSecond,
      TARGET_RATIO,
      aloneSpread.note,
    ),
    judged('orders, 200 events, analysed while empty', spreadAnalysed.perSecond, '/s', atLeast, spreadAnalysed.note),
    await sellOut(bench),
  ]
}

/** The rows about orders that cost nothing: their tickets are made and signed with them. */
export async function freeOrders(bench: Bench): Promise<Measured[]> {
  const name = 'orders, a free type, 200 connections'
  const { perSecond, p99Ms, note } = await sell(bench, name, { prepare: free })
  return [
    judged(name, perSecond, '/s', { atLeast: FREE_PER_SECOND }, note),
    judged('… slowest hundredth', p99Ms, 'ms', { atMost: FREE_P99_MS }),
  ]
}

/** More people than places: exactly the places are sold. The place that is one too few for an order stays. */
async function sellOut(bench: Bench): Promise<Measured> {
  const name = 'places sold beyond the last one'
  const places = 10_001
  const sellable = Math.floor(places / QUANTITY)
  const load = {
    name,
    connections: 200,
    requests: { kind: 'orders', accounts: 3 * sellable, targets: HOT, quantity: QUANTITY },
  } as const
  let beyond = 0
  const outcome = await tryLoad(bench, {
    name,
    loads: [load],
    prepare: (copy) => copy.query('update ticket_stock set capacity = $1 where type_id = $2', [places, HOT[0]?.typeId]),
    async check(copy, [result]) {
      const accepted = result?.statuses['201'] ?? 0
      await assertInvariants(copy, { orders: accepted })
      if (accepted < sellable) throw new Error(`Only ${accepted} of ${sellable} orders that fit were accepted`)
      beyond = Math.max(0, accepted * QUANTITY - places)
    },
  })
  const { statuses } = onlyResult(outcome, [CONFLICT])
  return judged(name, beyond, 'places', { atMost: 0 }, `${statuses['201']} of ${3 * sellable} orders were accepted`)
}
