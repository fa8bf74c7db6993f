/**
 * A server that sells, with the simulated Mercado Pago, which calls it back over real HTTP. Money moves when the
 * test says, and so do notifications.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { createPurchase, openPaymentLink, type PurchaseAnswer } from '#contract/sales/checkout.ts'
import { receiveMercadoPagoWebhook } from '#contract/companies/payments.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { createClock, type Clock } from '#server/shared/clock.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newId, newToken } from '#server/shared/ids.ts'
import { start, type Started } from '#simulators/mercado-pago/start.ts'
import { createTestApp, someAddress, type TestApp } from './app.ts'
import type { EventLiteral, GivenUser, TicketTypeLiteral } from './given.ts'

export interface SentOrder {
  readonly eventId: string
  readonly typeId: string
  readonly companyId: string
  readonly collectorId: string
  readonly buyer: GivenUser
  readonly purchase: PurchaseAnswer
  readonly publicId: string
  readonly preferenceId: string
}

export interface SellingApp extends TestApp {
  readonly simulator: Started
  /** A company with its account at the simulator, and an event of it with one type on sale. */
  givenSale(literal?: {
    readonly event?: Omit<EventLiteral, 'company'>
    readonly type?: Omit<TicketTypeLiteral, 'event'>
  }): Promise<{ eventId: string; typeId: string; companyId: string; collectorId: string }>
  /** Signed-in people, many at once: an on-sale is many people. Their phones are verified, as those of `given.user` here. */
  buyers(count: number): Promise<GivenUser[]>
  /** Places an order through the API. */
  buy(buyer: GivenUser, typeId: string, eventId: string, quantity?: number, key?: string): Promise<PurchaseAnswer>
  /** Opens the payment link as a browser would; gives where it leads. */
  open(purchase: {
    readonly paymentUrl?: string | undefined
  }): Promise<{ status: number; location: string | null; body: string }>
  /** Opens the link and gives the simulator's preference. */
  preferenceOf(purchase: { readonly paymentUrl?: string | undefined }): Promise<string>
  /** An order that was sent to pay, with its preference: company, event, type, buyer and order in one. */
  sentToPay(literal?: Parameters<SellingApp['givenSale']>[0], quantity?: number): Promise<SentOrder>
  /** One that was paid, and its payment at the provider. */
  paid(literal?: Parameters<SellingApp['givenSale']>[0]): Promise<SentOrder & { readonly paymentId: string }>
  ticketsOf(eventId: string): Promise<{ state: string; kind: string }[]>
  /** Those of an order, in their order. */
  refundsOf(publicId: string): Promise<{ source: string; state: string; amountCents: number; reason: string | null }[]>
  /** Places of a type. */
  stockOf(typeId: string): Promise<{ held: number; sold: number }>
  /** Applies the notifications that have come, then runs every job that is due; gives how many both were. */
  drain(): Promise<number>
  /** Delivers every notification that waits and runs what they enqueue, until nothing is left. */
  settle(): Promise<void>
  /** Every invariant that is broken; empty when all is well. */
  broken(): ReturnType<typeof findBrokenInvariants>
  orderState(publicId: string): Promise<string>
  /** The number of the purchase, as people type it. */
  orderNumber(publicId: string): Promise<string>
}

let collectors = 700_000_000
let serial = 0

/** Starts both; close in `afterAll`. */
export async function createSellingApp(): Promise<SellingApp> {
  let clock: Clock = createClock()
  const { webServer, serveBy } = await openWebAddress()
  const publicUrl = `http://127.0.0.1:${(webServer.address() as AddressInfo).port}` // it listens on TCP
  const simulator = await start({
    port: 0,
    isAutomatic: false,
    clock: { now: () => clock.now(), epochMs: () => clock.epochMs() },
    application: { notificationUrl: `${publicUrl}${receiveMercadoPagoWebhook.path}` },
  })
  const { clientId, clientSecret, webhookSecret } = simulator.application
  const app = await createTestApp({
    config: {
      publicUrl,
      mercadoPago: { clientId, clientSecret, webhookSecret, baseUrl: simulator.url, authUrl: simulator.authUrl },
    },
  })
  clock = app.clock
  serveBy(app)
  return { ...app, ...selling(app, simulator, webServer) }
}

/** The address that the simulator knows: whatever comes is handed to the server, which itself does not listen. */
async function openWebAddress(): Promise<{ webServer: Server; serveBy: (app: TestApp) => void }> {
  let app: TestApp | undefined
  const webServer = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const method = request.method === 'POST' ? 'POST' : 'GET'
      const sent = { method, url: request.url ?? '/', headers: request.headers, payload: Buffer.concat(parts) } as const
      app?.fastify
        .inject(sent)
        .then((answer) => response.writeHead(answer.statusCode).end(answer.rawPayload))
        .catch(() => response.writeHead(502).end())
    })
  })
  await new Promise<void>((resolve) => webServer.listen(0, '127.0.0.1', resolve))
  const serveBy = (server: TestApp) => {
    app = server
  }
  return { webServer, serveBy }
}

/** What a server that sells does in its own way. */
type Own = 'close' | 'drain'

function selling(app: TestApp, simulator: Started, webServer: Server): Omit<SellingApp, Exclude<keyof TestApp, Own>> {
  const pathOf = (paymentUrl = 'http://no-link/') => {
    const { pathname, search } = new URL(paymentUrl)
    return pathname + search
  }
  const selling: Omit<SellingApp, Exclude<keyof TestApp, Own>> = {
    simulator,
    async givenSale({ event = {}, type = {} } = {}) {
      collectors += 1
      const collectorId = String(collectors)
      const accessToken = `APP_USR-${collectorId}`
      await simulator.control.addSeller({ userId: collectorId, nickname: `Vendedor ${collectorId}`, accessToken })
      const company = await app.given.company({ collectorId, accessToken })
      const { id: eventId } = await app.given.event({ ...event, company })
      const { id: typeId } = await app.given.ticketType({ ...type, event: { id: eventId } })
      return { eventId, typeId, companyId: company.id, collectorId }
    },
    async buyers(count) {
      const people = Array.from({ length: count }, (_, n): GivenUser => {
        const id = newId()
        const phone = `+54911${String(10_000_000 + serial + n)}`
        return { id, name: 'Camila Ferreyra', phone, mail: `${id}@previa.example`, token: newToken() }
      })
      serial += count
      await sql`
        with people as (
          insert into users (id, name, phone, mail, birth_date, phone_proved_at)
          select u.id, 'Camila Ferreyra', u.phone, u.mail, '1995-04-12', app_now()
            from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ phone }) => phone)}::text[],
                        ${people.map(({ mail }) => mail)}::text[]) u (id, phone, mail))
        insert into sessions (id, token_hash, user_id, expires_at)
        select gen_random_uuid(), s.hash, s.id, app_now() + interval '2 hours'
          from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ token }) => hashToken(token))}::bytea[]) s (id, hash)
      `.execute(app.app.db)
      return people
    },
    async buy(buyer, typeId, eventId, quantity = 1, key) {
      return app.call(
        createPurchase,
        { body: { eventId, ticketTypeId: typeId, quantity } },
        { as: buyer, ...(key === undefined ? {} : { idempotencyKey: key }) },
      )
    },
    async open({ paymentUrl }) {
      const answer = await app.fastify.inject({
        method: openPaymentLink.method,
        url: pathOf(paymentUrl),
        remoteAddress: someAddress(),
      })
      return { status: answer.statusCode, location: answer.headers.location ?? null, body: answer.body }
    },
    async preferenceOf(purchase) {
      const { location, body } = await selling.open(purchase)
      const preferenceId = location && new URL(location).searchParams.get('pref_id')
      if (!preferenceId) throw new Error(`The payment link does not lead to a checkout: ${location ?? body}`)
      return preferenceId
    },
    async sentToPay(literal = {}, quantity = 2) {
      const sale = await selling.givenSale(literal)
      const buyer = await app.given.user()
      const purchase = await selling.buy(buyer, sale.typeId, sale.eventId, quantity)
      const preferenceId = await selling.preferenceOf(purchase)
      return { ...sale, buyer, purchase, publicId: purchase.order.publicId, preferenceId }
    },
    async paid(literal) {
      const sent = await selling.sentToPay(literal)
      const paymentId = await simulator.control.pay(sent.preferenceId)
      await selling.settle()
      if ((await selling.orderState(sent.publicId)) !== 'paid') throw new Error('The payment did not arrive')
      return { ...sent, paymentId }
    },
    ticketsOf: (eventId) =>
      app.app.db.selectFrom('tickets').select(['state', 'kind']).where('event_id', '=', eventId).execute(),
    refundsOf: (publicId) =>
      app.app.db
        .selectFrom('refunds as r')
        .innerJoin('orders as o', 'o.id', 'r.order_id')
        .select(['r.source', 'r.state', 'r.amount_cents as amountCents', 'r.reason'])
        .where('o.public_id', '=', publicId)
        .orderBy('r.id')
        .execute(),
    stockOf: (typeId) =>
      app.app.db
        .selectFrom('ticket_stock')
        .select(['held', 'sold'])
        .where('type_id', '=', typeId)
        .executeTakeFirstOrThrow(),
    async drain() {
      const { rows } = await sql<{ due: number }>`select count(*)::int as due from provider_notifications
        where handled_at is null and next_attempt_at <= app_now()`.execute(app.app.db)
      await app.app.queue.runJob(app.app, 'checkout.apply-notifications')
      return (rows[0]?.due ?? 0) + (await app.drain())
    },
    async settle() {
      for (;;) {
        const sent = await simulator.control.drain()
        if (sent.length + (await selling.drain()) === 0) return
      }
    },
    broken: () => findBrokenInvariants(app.app),
    async orderState(publicId) {
      const row = await app.app.db
        .selectFrom('orders')
        .select('state')
        .where('public_id', '=', publicId)
        .executeTakeFirstOrThrow()
      return row.state
    },
    async orderNumber(publicId) {
      const orders = app.app.db.selectFrom('orders').select('number').where('public_id', '=', publicId)
      return (await orders.executeTakeFirstOrThrow()).number
    },
    async close() {
      await app.close()
      await simulator.stop()
      await new Promise((resolve) => webServer.close(resolve))
    },
  }
  return selling
}
