/** The demo's sales and doors, through the same use cases that people reach: order, payment at the simulator, scan. */
import { openPaymentLink } from '#server/modules/checkout/payment-link/open-payment-link.ts'
import { checkOrder } from '#server/modules/checkout/check-order.ts'
import { placeOrder } from '#server/modules/checkout/placing/place-order.ts'
import type { CartDrink } from '#server/modules/checkout/order.ts'
import { redeemVoucher } from '#server/modules/bar/redeem-voucher.ts'
import { scanTicket } from '#server/modules/scanning/scan-ticket.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { newId } from '#server/shared/ids.ts'
import { runAtOnce } from '#server/shared/run-at-once.ts'
import { addSeconds, secondsBetween } from '#server/shared/clock.ts'
import type { DemoNight } from './add-nights.ts'
import { actorOf, demoOrigin } from './people.ts'
import { seededRandom } from './seeded-random.ts'
import { visitByLink } from './promoters.ts'
import { askProvider } from './simulated-provider.ts'

/** Enough to look like a night on sale, few enough for a quick first start. */
const ORDERS_PER_NIGHT = 8
const MAX_TICKETS_PER_ORDER = 6
const AT_ONCE = 2
const ARRIVED_SHARE = 0.8
/** How likely a purchase has a drink of the menu, of each drink. */
const THIRST_SHARE = 0.25
const SERVED_SHARE = 0.7
/** How likely a buyer came by the promoter's link. */
const LINK_SHARE = 0.4
const DAY_SECONDS = 86_400

/** How people pay, and how many days later Mercado Pago lets it go: counted from the sale, which the provider's clock does not know. */
const WAYS: readonly [Way, ...Way[]] = [
  { method: 'visa', installments: 1, days: 10 },
  { method: 'account_money', installments: 1, days: 0 },
  { method: 'debvisa', installments: 1, days: 1 },
  { method: 'master', installments: 1, days: 10 },
  { method: 'visa', installments: 3, days: 18 },
]
interface Way {
  readonly method: string
  readonly installments: number
  readonly days: number
}

/** What one night sells at one moment: how many orders of how many tickets. */
export interface SalePlan {
  readonly night: DemoNight
  readonly orders: number
  /** Orders it made before. */
  readonly sold: number
  /** Of the promoter by whose link some come. */
  readonly promoterCode: string | undefined
}

/** How many orders a night makes at a moment, given how many moments are left before it begins and what it sold. */
export function ordersAt(momentsLeft: number, sold: number): number {
  return Math.ceil((ORDERS_PER_NIGHT - sold) / Math.max(1, momentsLeft))
}

/** Places and pays a night's orders, each of another buyer. */
export async function sellNight(
  app: App,
  { night, orders, sold, promoterCode }: SalePlan,
  buyers: readonly string[],
  seed: string,
): Promise<void> {
  const random = seededRandom(`${seed} ${night.night.name}`)
  const thirsts = seededRandom(`${seed} ${night.night.name} drinks`)
  const menu = await listMenu(app, night.id)
  const links = seededRandom(`${seed} ${night.night.name} links`)
  const ways = seededRandom(`${seed} ${night.night.name} pays`)
  const [first, ...others] = night.types
  if (!first) return
  const places = night.types.reduce((sum, { capacity }) => sum + capacity, 0)
  const size = Math.min(MAX_TICKETS_PER_ORDER, Math.ceil((night.night.sells * places) / ORDERS_PER_NIGHT))
  const isToSellOut = night.night.sells === 1
  const from = night.night.isForClient ? sold : random.whole(0, buyers.length - 1)
  const carts = Array.from({ length: orders }, (_, index) => ({
    buyerId: buyers[(from + index) % buyers.length] ?? '',
    typeId: random.pick([first, ...others]).id,
    quantity: isToSellOut ? size : Math.max(1, size - random.whole(0, 2)),
    way: ways.pick(WAYS),
    rrpp: links.isLikely(LINK_SHARE) ? promoterCode : undefined,
    drinks: menu
      .filter(() => thirsts.isLikely(THIRST_SHARE))
      .map((drinkId) => ({ drinkId, quantity: thirsts.whole(1, 3) })),
  }))
  await runAtOnce(carts, AT_ONCE, (cart) => buy(app, night.id, cart))
}

interface Cart {
  readonly buyerId: string
  readonly typeId: string
  readonly quantity: number
  readonly way: Way
  readonly rrpp: string | undefined
  readonly drinks: readonly CartDrink[]
}

async function buy(app: App, eventId: string, cart: Cart): Promise<void> {
  if (cart.rrpp) await visitByLink(app, eventId, cart.rrpp)
  // Each on a device of their own: one device holds only so much that is unpaid.
  const actor = actorOf(cart.buyerId, { origin: { ...demoOrigin, device: cart.buyerId } })
  const items = [{ ticketTypeId: cart.typeId, quantity: cart.quantity }]
  const bought = { call: 'demo', eventId, items, drinks: cart.drinks, rrpp: cart.rrpp, platform: 'web' }
  const { order, paymentUrl } = await placeOrder(app, actor, bought, newId())
  if (!paymentUrl) return
  const signature = new URL(paymentUrl).searchParams.get('s') ?? ''
  const opened = await openPaymentLink(app, order.publicId, signature)
  const preferenceId = 'location' in opened ? new URL(opened.location).searchParams.get('pref_id') : null
  if (!preferenceId) throw new Error('The demo order got no checkout')
  const { days, ...way } = cart.way
  const releasesAt = addSeconds(app.clock.now(), days * DAY_SECONDS)
  await askProvider(app.config, { do: 'pay', preferenceId, outcome: 'approved', ...way, releasesAt })
  await checkOrder(app, order.publicId)
}

/** Most holders of a past night arrived. */
export async function scanArrivals(app: App, night: DemoNight, doorman: Actor): Promise<void> {
  const tickets = await app.db
    .selectFrom('tickets')
    .select('number')
    .where('event_id', '=', night.id)
    .orderBy('number')
    .execute()
  const random = seededRandom(`door ${night.night.name}`)
  const arrived = tickets.filter(() => random.isLikely(ARRIVED_SHARE))
  await Promise.all(
    arrived.map(({ number }) =>
      scanTicket(app, doorman, {
        ticketId: number,
        eventId: night.id,
        via: 'typed',
        nonce: newId(),
        origin: demoOrigin,
        authorization: undefined,
      }),
    ),
  )
}

async function listMenu(app: App, eventId: string): Promise<string[]> {
  const drinks = app.db
    .selectFrom('drinks')
    .select('id')
    .where('event_id', '=', eventId)
    .where('is_available', '=', true)
  return (await drinks.orderBy('position').execute()).map(({ id }) => id)
}

/** Most of what those who arrived had bought was drunk. */
export async function serveDrinks(app: App, night: DemoNight, barman: Actor): Promise<void> {
  const vouchers = await app.db
    .selectFrom('drink_vouchers as v')
    .innerJoin('tickets as t', 't.id', 'v.ticket_id')
    .select(['v.id', 't.number'])
    .where('v.event_id', '=', night.id)
    .where('t.state', '=', 'used')
    .orderBy('v.id')
    .execute()
  const random = seededRandom(`bar ${night.night.name}`)
  for (const { id, number } of vouchers.filter(() => random.isLikely(SERVED_SHARE))) {
    const proof = id as Proof<'servedVoucher'> // of the organizer's own night
    await redeemVoucher(app, { actor: barman, proof, body: { code: number }, idempotencyKey: undefined })
  }
}

/** Hours from now until a night begins; negative once it has. */
export function hoursUntil(now: string, night: DemoNight): number {
  return secondsBetween(now, night.startsAt) / 3600
}
