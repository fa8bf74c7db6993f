/**
 * What orders are measured against: the product's own server — sessions, parsing, limits, answers, logs — around the way
 * that open-source ticketing places an order today: one interactive transaction each, `SELECT … FOR UPDATE` on the type.
 */
import { sql } from 'kysely'
import { createPurchase, type PurchaseAnswer } from '#contract/sales/checkout.ts'
import type { ParsedInput } from '#contract/api/endpoint.ts'
import { createApp, rules } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { inTransaction, type App } from '#server/context.ts'
import { bind } from '#server/http/bound.ts'
import { healthRoutes } from '#server/http/health.ts'
import { createServer } from '#server/http/server.ts'
import type { Actor } from '#server/shared/actor.ts'
import { sha256 } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId, newPublicOrderId } from '#server/shared/ids.ts'

/** The size that served it best of 4, 8, 16 and 32. */
const CONNECTIONS = 8

type Input = ParsedInput<typeof createPurchase>['body']

interface TypeRow {
  company_id: string
  event_name: string
  order_limit: number
  person_limit: number
  hold_minutes: number
  type_name: string
  price_cents: number
  unit_fee_cents: number
  is_open: boolean
}

interface OrderRow {
  held_until: string
  created_at: string
}

async function placeOrderAlone(app: App, actor: Actor, input: Input, key: string): Promise<PurchaseAnswer> {
  return inTransaction(app, async ({ db }) => {
    const hash = sha256(JSON.stringify(input))
    const known =
      await sql`select request_hash from orders where buyer_id = ${actor.userId} and idempotency_key = ${key}`.execute(
        db,
      )
    if (known.rows.length > 0) throw new Failure('operation_running')
    const types = await sql<TypeRow>`
      select e.company_id, e.name as event_name, e.order_limit, e.person_limit, e.hold_minutes, t.name as type_name, t.price_cents,
             (t.price_cents * e.service_fee_bps + 500000) / 1000000 * 100 as unit_fee_cents,
             e.state = 'active' and not is_event_expired(e.starts_at, e.ends_at) and t.visibility = 'visible'
               and coalesce(t.sale_starts_at <= app_now(), true) and coalesce(t.sale_ends_at > app_now(), true) as is_open
        from ticket_types t join events e on e.id = t.event_id
       where t.id = ${input.ticketTypeId} and e.id = ${input.eventId}`.execute(db)
    const [type] = types.rows
    if (!type) throw new Failure('ticket_type_not_found')
    if (!type.is_open) throw new Failure('not_on_sale')
    if (input.quantity > type.order_limit) throw new Failure('order_limit')
    const account =
      await sql`select 1 from payment_accounts where company_id = ${type.company_id} and state = 'connected'`.execute(
        db,
      )
    if (account.rows.length === 0) throw new Failure('payment_account_missing')

    const stock = await sql<{ free: number }>`
      select capacity - held - sold - courtesy as free from ticket_stock where type_id = ${input.ticketTypeId} for update`.execute(
      db,
    )
    if ((stock.rows[0]?.free ?? 0) < input.quantity) throw new Failure('sold_out')
    const counted = await sql<{ taken: number }>`
      select taken from buyer_counters
       where event_id = ${input.eventId} and buyer_id = ${actor.userId} and type_id = ${input.eventId}`.execute(db)
    if ((counted.rows[0]?.taken ?? 0) + input.quantity > type.person_limit) throw new Failure('person_limit')

    const id = newId()
    const publicId = newPublicOrderId()
    const subtotalCents = type.price_cents * input.quantity
    const feeCents = type.unit_fee_cents * input.quantity
    const totalCents = subtotalCents + feeCents
    const made = await sql<OrderRow>`
      insert into orders (id, public_id, event_id, company_id, buyer_id, state, held_until, subtotal_cents, fee_cents, total_cents,
                          tickets_count, platform, idempotency_key, request_hash)
      values (${id}, ${publicId}, ${input.eventId}, ${type.company_id}, ${actor.userId}, 'reserved',
              app_now() + make_interval(mins => ${type.hold_minutes}), ${subtotalCents}, ${feeCents}, ${totalCents},
              ${input.quantity}, ${input.platform}, ${key}, ${hash})
      returning held_until, created_at`.execute(db)
    await sql`insert into order_lines (order_id, type_id, quantity, unit_price_cents, unit_fee_cents)
      values (${id}, ${input.ticketTypeId}, ${input.quantity}, ${type.price_cents}, ${type.unit_fee_cents})`.execute(db)
    await sql`update ticket_stock set held = held + ${input.quantity} where type_id = ${input.ticketTypeId}`.execute(db)
    await sql`update event_stock set taken = taken + ${input.quantity} where event_id = ${input.eventId}`.execute(db)
    await sql`insert into buyer_counters as b (event_id, buyer_id, type_id, taken)
      values (${input.eventId}, ${actor.userId}, ${input.eventId}, ${input.quantity}),
             (${input.eventId}, ${actor.userId}, ${input.ticketTypeId}, ${input.quantity})
      on conflict (event_id, buyer_id, type_id) do update set taken = b.taken + excluded.taken`.execute(db)
    await sql`insert into audit_rows (actor_id, action, object_type, object_id, after, ip, request_id)
      values (${actor.userId}, 'order.place', 'order', ${id}, ${JSON.stringify({ eventId: input.eventId, totalCents })}::jsonb,
              ${actor.origin.ip}, ${actor.origin.requestId})`.execute(db)
    const [row] = made.rows
    if (!row) throw new Error('An insert with returning gave no row')
    return {
      order: {
        publicId,
        eventId: input.eventId,
        eventName: type.event_name,
        state: 'reserved',
        heldUntil: row.held_until,
        payUntil: row.held_until,
        lines: [
          {
            ticketTypeId: input.ticketTypeId,
            name: type.type_name,
            quantity: input.quantity,
            unitPriceCents: type.price_cents,
            unitFeeCents: type.unit_fee_cents,
            unitDiscountCents: 0,
          },
        ],
        drinks: [],
        discountCode: null,
        discountCents: 0,
        subtotalCents,
        feeCents,
        totalCents,
        createdAt: row.created_at,
      },
      paymentUrl: `/pagar/${publicId}?s=${app.vault.mac('payment-link', publicId).toString('base64url')}`,
    }
  })
}

const given = readConfig()
const config = { ...given, pools: { ...given.pools, web: CONNECTIONS } }
const running = await createApp({ config, connectionString: config.databaseUrl ?? '', process: 'web' })
const { app, sessions } = running
const fastify = await createServer({
  app,
  endpoints: [
    bind(createPurchase, (_app, { actor, body, idempotencyKey }) =>
      placeOrderAlone(app, actor, body, idempotencyKey ?? newId()),
    ),
  ],
  rules,
  sessions,
  checkAnswers: false,
  extras: [healthRoutes(app)],
})
process.once('SIGTERM', () => {
  void fastify
    .close()
    .then(() => running.close())
    .then(() => process.exit(0))
})
await fastify.listen({ port: config.port, host: config.host })
