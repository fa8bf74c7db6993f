/**
 * A city's worth of data, written by SQL: many people with an open session each, companies that can be paid, events with
 * types, and one door with its tickets. An on-sale is many people; a bench with few measures a cache (bench/README.md).
 */
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { createVault, sha256 } from '#server/shared/crypto.ts'
import { newTicketKeyPair } from '#server/shared/qr.ts'
import {
  accountId,
  accountToken,
  benchTicket,
  COLLECTOR,
  companyId,
  eventId,
  flyerId,
  orderId,
  PASSWORD,
  PHONE_DIGITS,
  PHONE_PREFIX,
  PUBLIC_ID_DIGITS,
  PUBLIC_ID_PREFIX,
  seller,
  sessionId,
  TOKEN_DIGITS,
  TOKEN_PREFIX,
  typeId,
} from './people.ts'
import type { Copy } from './database.ts'
import { masterKey } from './servers.ts'

export const COMPANIES = 20
/** Numbered from 0: those on sale, then the one whose tickets are scanned. */
const EVENTS = 201
export const SALE_EVENTS = EVENTS - 1
export const DOOR_EVENT = EVENTS - 1
/** A device scans at most ten times a second (contract/sales/scanning.ts), so that a hall at full speed is many of them. */
export const DOORMEN = 1000
/** Type `3n` is the first of event `n`. */
export const TYPES_PER_EVENT = 3
const MANY = 1_000_000
const TICKETS_PER_STATEMENT = 5000
/** Of what past orders drank. */
const DRINK_CENTS = 600_000

export interface Seeded {
  readonly accounts: number
  /** Accounts of the doormen: after those of the buyers. */
  readonly firstDoorman: number
  readonly tickets: number
  /** The door's number inside codes. */
  readonly doorNumber: number
}

/** Fills an empty migrated database. */
export async function seed(
  connectionString: string,
  { accounts, tickets }: { accounts: number; tickets: number },
): Promise<Seeded> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await insertPeople(client, accounts + DOORMEN)
    await insertCompanies(client)
    await insertEvents(client)
    await insertStaff(client, accounts)
    const doorNumber = await insertTickets(client, tickets, accounts)
    return { accounts, firstDoorman: accounts, tickets, doorNumber }
  } finally {
    await client.end()
  }
}

/** SQL for the n-th id of a kind, as `people.ts` spells it: everything but the number is the same. */
function numbered(idOf: (n: number) => string, n: string): string {
  return `('${idOf(0).slice(0, -12)}' || lpad(to_hex(${n}), 12, '0'))::uuid`
}

async function insertPeople(client: pg.Client, count: number): Promise<void> {
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await client.query(
    `insert into users (id, name, mail, phone, password_hash, birth_date, mail_proved_at, phone_proved_at)
     select ${numbered(accountId, 'n')},
            (array['Camila','Joaquín','Martina','Tomás','Agustina','Franco','Lucía','Nicolás','Sofía','Bruno'])[1 + n % 10] || ' ' ||
            (array['Ferreyra','Gómez','Acosta','Benítez','Ledesma','Quiroga','Sosa'])[1 + n / 10 % 7],
            'persona' || n || '@previa.example', '${PHONE_PREFIX}' || lpad(n::text, ${PHONE_DIGITS}, '0'), $2,
            date '1980-01-01' + n % 8000, now(), now()
       from generate_series(0, $1 - 1) n`,
    [count, passwordHash],
  )
  await client.query(
    `insert into sessions (id, token_hash, user_id, expires_at, confirmed_at, device)
     select ${numbered(sessionId, 'n')}, sha256(convert_to('${TOKEN_PREFIX}' || lpad(n::text, ${TOKEN_DIGITS}, '0'), 'UTF8')),
            ${numbered(accountId, 'n')}, now() + interval '1 day', now(), 'bench-' || n
       from generate_series(0, $1 - 1) n`,
    [count],
  )
  const found = await client.query('select count(*)::int as known from sessions where token_hash = $1', [
    sha256(accountToken(count - 1)),
  ])
  if (found.rows[0].known !== 1) throw new Error('The seeded sessions are not those of the tokens')
}

async function insertCompanies(client: pg.Client): Promise<void> {
  await client.query(
    `insert into companies (id, name, slug, description, state)
     select ${numbered(companyId, 'n')}, 'Productora ' || n, 'productora-' || n, 'Noches en todo el país.', 'approved'
       from generate_series(0, $1 - 1) n`,
    [COMPANIES],
  )
  await client.query('insert into company_slugs (slug, company_id) select slug, id from companies')
  const sellers = Array.from({ length: COMPANIES }, (_, n) => seller(n))
  await client.query(
    `insert into payment_accounts (company_id, state, collector_id, access_token_sealed, token_expires_at)
     select ${numbered(companyId, 'n')}, 'connected', ($1::text[])[n + 1], ($2::text[])[n + 1], now() + interval '180 days'
       from generate_series(0, ${COMPANIES - 1}) n`,
    [
      sellers.map(({ collectorId }) => collectorId),
      sellers.map(({ token }) => createVault(masterKey).seal('payment-account', token)),
    ],
  )
}

/** Three months of events; the door's one begins in an hour. */
async function insertEvents(client: pg.Client): Promise<void> {
  const flyers = Array.from({ length: SALE_EVENTS + 1 }, (_, n) => flyerId(n))
  await client.query(
    'insert into images (id, width, height, has_avif) select id, 1280, 1600, true from unnest($1::text[]) id',
    [flyers],
  )
  await client.query(
    `insert into events (id, company_id, name, description, category_id, venue_name, address, city, province, lat, lng,
                         starts_at, ends_at, state, flyer_id, published_at)
     select ${numbered(eventId, 'n')}, ${numbered(companyId, 'n % $2')}, 'Noche ' || n || ' en la terraza', repeat('Una noche larga. ', 40),
            1 + n % 10, 'Salón ' || n, 'Av. del Valle ' || 1000 + n,
            (array['Rosario','Córdoba','La Plata','Mendoza','Salta'])[1 + n % 5], 'Argentina', -32.9 + n / 1000.0, -60.6,
            s.starts_at, s.starts_at + interval '7 hours', 'active', ($3::text[])[n + 1], now()
       from generate_series(0, $1) n
      cross join lateral (select case when n = $1 then now() + interval '1 hour' else now() + make_interval(hours => 24 + n * 11) end as starts_at) s
      order by n`,
    [SALE_EVENTS, COMPANIES, flyers],
  )
  await client.query(
    `insert into ticket_types (id, event_id, name, description, price_cents, position, place)
     select ${numbered(typeId, `n * ${TYPES_PER_EVENT} + t`)}, ${numbered(eventId, 'n')}, (array['General','VIP','Mesa'])[t + 1],
            'Ingreso hasta las 2', 1800000 + t * 900000, t, t
       from generate_series(0, $1) n cross join generate_series(0, ${TYPES_PER_EVENT - 1}) t`,
    [SALE_EVENTS],
  )
  await client.query(
    `insert into ticket_stock (type_id, event_id, capacity) select id, event_id, $1 from ticket_types`,
    [MANY],
  )
  await client.query(`insert into event_stock (event_id, capacity) select id, $1 from events`, [MANY])
}

async function insertStaff(client: pg.Client, firstDoorman: number): Promise<void> {
  await client.query(
    `insert into event_staff (event_id, user_id, kind)
     select $1, ${numbered(accountId, 'n')}, 'SCANNER' from generate_series($2::int, $2::int + ${DOORMEN - 1}) n`,
    [eventId(DOOR_EVENT), firstDoorman],
  )
}

/** Orders of the first event's first type that were sent to pay, each of another account, as placing them leaves them. */
export async function insertPendingOrders(
  copy: Copy,
  of: { readonly orders: number; readonly quantity: number; readonly unitCents: number; readonly unitFeeCents: number },
): Promise<void> {
  const { orders, quantity, unitCents, unitFeeCents } = of
  const [event, type] = [eventId(0), typeId(0)]
  await copy.query(
    `insert into orders (id, public_id, event_id, company_id, buyer_id, state, held_until, subtotal_cents, fee_cents, total_cents,
                         tickets_count)
     select ${numbered(orderId, 'n')}, '${PUBLIC_ID_PREFIX}' || lpad(n::text, ${PUBLIC_ID_DIGITS}, '0'), $2, $3,
            ${numbered(accountId, 'n')}, 'pending_payment', now() + interval '1 hour', $4::int * $5::bigint, $4 * $6::bigint,
            $4 * ($5 + $6), $4
       from generate_series(0, $1 - 1) n`,
    [orders, event, companyId(0), quantity, unitCents, unitFeeCents],
  )
  await copy.query(
    `insert into order_lines (order_id, type_id, quantity, unit_price_cents, unit_fee_cents)
     select id, $1, $2, $3::bigint, $4::bigint from orders`,
    [type, quantity, unitCents, unitFeeCents],
  )
  await copy.query(
    `insert into provider_checkouts (order_id, attempt, provider_checkout_id, url, collector_id, expires_at, next_check_at)
     select id, 1, 'preference-' || public_id, 'http://127.0.0.1:9/', $1, now() + interval '1 hour', now() + interval '1 hour'
       from orders`,
    [COLLECTOR],
  )
  await copy.query(
    `insert into buyer_counters (event_id, buyer_id, type_id, taken)
     select $1, buyer_id, counted, $3::int from orders cross join (values ($1::uuid), ($2::uuid)) k (counted)`,
    [event, type, quantity],
  )
  await copy.query(
    `insert into audit_rows (action, object_type, object_id) select 'order.place', 'order', id::text from orders`,
  )
  await copy.query('update ticket_stock set held = $2 where type_id = $1', [type, orders * quantity])
  await copy.query('update event_stock set taken = $2 where event_id = $1', [event, orders * quantity])
}

/**
 * What a company has sold in years: its first event's tickets, and orders over all its events with their entries in the
 * ledger. Only what reads look at is there: it breaks invariants.
 */
export async function insertPast(
  copy: Copy,
  of: {
    readonly tickets: number
    readonly orders: number
    readonly accounts: number
    readonly owner: number
  },
): Promise<void> {
  const { tickets, orders, accounts, owner } = of
  const events = `(select array_agg(id order by id) from events where company_id = '${companyId(0)}' and id <> '${eventId(DOOR_EVENT)}')`
  await copy.query(`insert into company_members (company_id, user_id, role) values ($1, $2, 'owner')`, [
    companyId(0),
    accountId(owner),
  ])
  await copy.query(
    `insert into orders (id, public_id, event_id, company_id, buyer_id, state, subtotal_cents, fee_cents, total_cents, paid_cents,
                         tickets_count, created_at, paid_at)
     select ${numbered(orderId, 'n')}, '${PUBLIC_ID_PREFIX}' || lpad(n::text, ${PUBLIC_ID_DIGITS}, '0'),
            e.ids[1 + n % cardinality(e.ids)], $2, ${numbered(accountId, '(n::bigint * 7919 % $3::int)')}, 'paid',
            1800000 + d.price, 180000 + d.price / 10, 1980000 + d.price * 11 / 10, 1980000 + d.price * 11 / 10, 1,
            now() - make_interval(mins => n % 500000), now()
       from (select ${events} as ids) e cross join generate_series(0, $1 - 1) n
       cross join lateral (select case when n % 3 = 0 then ${DRINK_CENTS} else 0 end as price) d`,
    [orders, companyId(0), accounts],
  )
  await copy.query(
    `insert into ledger_entries (kind, debit, credit, amount_cents, company_id, event_id, order_id)
     select 'sale', 'company', 'buyers', subtotal_cents, company_id, event_id, id from orders`,
  )
  await copy.query(
    `insert into tickets (id, event_id, type_id, number, kind, payer_id, holder_id, price_cents, fee_cents, key_id, code_hash)
     select gen_random_uuid(), $2, $3, translate(lpad(to_hex(n), 8, '0'), 'abcdef', 'ABCDEF'), 'paid', u.id, u.id, 1800000, 180000, 1, ''
       from generate_series(0, $1 - 1) n cross join lateral (select ${numbered(accountId, '(n::bigint * 104729 % $4::int)')} as id) u`,
    [tickets, eventId(0), typeId(0), accounts],
  )
  await copy.query('update ticket_stock set sold = $2 where type_id = $1', [typeId(0), tickets])
  await insertPastDrinks(copy)
  // As the worker and autovacuum leave them after a night: the first run sets the mark, the second counts up to it.
  await copy.query('select metrics_fold_totals()')
  await copy.query('select metrics_fold_totals()')
  // Buyers are among the people of the event and of the company; these orders have no tickets to be counted by.
  await copy.query(
    `insert into circle_people (circle_id, user_id, folded, since)
     select k.circle_id, o.buyer_id, u.plain_name, min(o.created_at)
       from orders o cross join lateral (values (o.event_id), (o.company_id)) k (circle_id) join users u on u.id = o.buyer_id
      group by 1, 2, 3
     on conflict (circle_id, user_id) do update set since = least(circle_people.since, excluded.since)`,
  )
  await copy.query('vacuum analyze orders, order_drinks, drink_vouchers, ledger_entries, tickets, circle_people')
}

/** A menu of five, of which every third past order has one, and a voucher for every ticket, half of them redeemed. */
async function insertPastDrinks(copy: Copy): Promise<void> {
  await copy.query(
    `insert into drinks (id, event_id, name, price_cents, position)
     select gen_random_uuid(), e.id, 'Trago ' || n, ${DRINK_CENTS}, n from events e cross join generate_series(1, 5) n where e.company_id = $1`,
    [companyId(0)],
  )
  await copy.query(
    `insert into order_drinks (order_id, drink_id, quantity, unit_price_cents, unit_fee_cents)
     select o.id, d.id, 1, ${DRINK_CENTS}, ${DRINK_CENTS / 10}
       from orders o join drinks d on d.event_id = o.event_id and d.position = 1 where o.subtotal_cents > 1800000`,
  )
  await copy.query(
    `with o as (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from orders where event_id = $1),
          t as (select id, holder_id, row_number() over (order by id) - 1 as n from tickets where event_id = $1)
     insert into drink_vouchers (id, event_id, drink_id, order_id, ticket_id, position, price_cents, fee_cents, redeemed_at, redeemed_by)
     select gen_random_uuid(), $1, d.id, o.id, t.id, 1 + t.n / o.total, ${DRINK_CENTS}, ${DRINK_CENTS / 10},
            case when t.n % 2 = 0 then now() end, case when t.n % 2 = 0 then t.holder_id end
       from t join o on o.n = t.n % (select max(o.total) from o)
       join drinks d on d.event_id = $1 and d.position = 1 + t.n % 5`,
    [eventId(0)],
  )
}

/** Sold tickets of the door's first type. Gives the event's number, which their codes carry. */
async function insertTickets(client: pg.Client, count: number, accounts: number): Promise<number> {
  const event = await client.query('select number from events where id = $1', [eventId(DOOR_EVENT)])
  const doorNumber = Number(event.rows[0].number)
  const pair = newTicketKeyPair()
  await client.query(`insert into qr_keys (id, public_key, private_key_sealed) values (1, $1, $2)`, [
    Buffer.from(pair.publicKey, 'base64url'),
    createVault(masterKey).seal('qr-key', pair.privateKey),
  ])
  for (let from = 0; from < count; from += TICKETS_PER_STATEMENT) {
    const made = Array.from({ length: Math.min(TICKETS_PER_STATEMENT, count - from) }, (_, place) =>
      benchTicket(from + place, doorNumber),
    )
    await client.query(
      `insert into tickets (id, event_id, type_id, number, kind, payer_id, holder_id, price_cents, fee_cents, key_id, code_hash)
       select t.id, $1, $2, t.number, 'paid', holder, holder, 1800000, 180000, 1, t.code_hash
         from unnest($3::uuid[], $4::text[], $5::bytea[]) with ordinality t (id, number, code_hash, n)
        cross join lateral (select ${numbered(accountId, '($6::int + t.n - 1) % $7::int')} as holder) h`,
      [
        eventId(DOOR_EVENT),
        typeId(DOOR_EVENT * TYPES_PER_EVENT),
        made.map(({ id }) => id),
        made.map(({ number }) => number),
        made.map(({ code }) => sha256(code)),
        from,
        accounts,
      ],
    )
  }
  await client.query('update ticket_stock set sold = $2 where type_id = $1', [
    typeId(DOOR_EVENT * TYPES_PER_EVENT),
    count,
  ])
  await client.query('update event_stock set taken = $2 where event_id = $1', [eventId(DOOR_EVENT), count])
  return doorNumber
}
