/** Files of long lists: every list that has one is read part by part by the ids of its rows, and never counted or skipped. */
import { createQueryId, sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'zod/v4/core'
import { endpoints } from '#server/app.ts'
import type { App } from '#server/context.ts'
import { readWholeList } from '#server/db/whole-list.ts'
import type { Bound } from '#server/http/bound.ts'
import { createTestApp, type TestApp } from './app.ts'
import type { GivenUser } from './given.ts'
import { idsOf } from './requests.ts'
import { givenActor, givenTenant, type Tenant } from './tenant.ts'

const files = endpoints.filter(({ spec }) => spec.path.endsWith('.csv'))
const listOf = ({ spec: { path } }: Bound) =>
  endpoints.find(({ spec }) => spec.method === 'GET' && `${spec.path}.csv` === path)

test('every list that has a file has it as a spreadsheet too', () => {
  const sheets = new Set(endpoints.map(({ spec }) => spec.path).filter((path) => path.endsWith('.xlsx')))
  expect(
    files.map(({ spec }) => spec.path.replace(/csv$/, 'xlsx')).filter((path) => !sheets.has(path as never)),
  ).toEqual([])
})

let server: TestApp
let tenant: Tenant
let god: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  tenant = await givenTenant(server)
  await givenTenant(server)
  god = await givenActor(server, 'god', tenant.objects)
  await addRows()
})
afterAll(() => server.close())

/** Four rows and more for the lists of which a tenant has one. */
async function addRows(): Promise<void> {
  const { event, company, ticketType, notice } = tenant.objects
  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.app.db)
  const numbers = sql`generate_series(1, 4) n`
  await run(sql`insert into companies (id, name, slug, state)
    select gen_random_uuid(), 'Otra ' || n, 'otra-' || n, 'approved' from ${numbers}`)
  await run(sql`insert into discount_codes (id, event_id, code, percent, made_by)
    select gen_random_uuid(), ${event}::uuid, 'CODIGO' || n, 10, ${god.id}::uuid from ${numbers}`)
  await run(sql`insert into event_costs (id, event_id, cost_type, amount_cents, position)
    select gen_random_uuid(), ${event}::uuid, 'Costo ' || n, 100, n + 1 from ${numbers}`)
  await run(sql`insert into waiting_list_entries (id, event_id, type_id, person_id, quantity, state, ended_at)
    select gen_random_uuid(), ${event}::uuid, ${ticketType}::uuid, ${god.id}::uuid, 1, 'left', app_now() from ${numbers}`)
  await run(sql`insert into refunds (id, order_id, payment_id, amount_cents, state, source, provider_key)
    select gen_random_uuid(), r.order_id, r.payment_id, n, r.state, r.source, gen_random_uuid()
      from refunds r cross join ${numbers} where r.event_id = ${event}::uuid`)
  await run(sql`insert into notice_deliveries (id, notice_id, user_id, channel, state)
    select gen_random_uuid(), ${notice}::uuid, u.id, 'mail', 'sent' from users u limit 4`)
  await run(sql`insert into tickets (id, event_id, type_id, number, kind, payer_id, holder_id, price_cents, fee_cents, key_id, code_hash)
    select gen_random_uuid(), t.event_id, t.type_id, 'AAAAAAA' || n, 'courtesy', t.payer_id, t.holder_id, 0, 0, t.key_id, t.code_hash
      from tickets t cross join ${numbers} where t.event_id = ${event}::uuid limit 4`)
  await run(sql`insert into orders (id, public_id, event_id, company_id, buyer_id, state, subtotal_cents, fee_cents, total_cents,
      paid_cents, tickets_count, paid_at)
    select gen_random_uuid(), o.public_id || n, o.event_id, o.company_id, o.buyer_id, 'paid', 100, 0, 100, 100, 1, app_now()
      from orders o cross join ${numbers} where o.event_id = ${event}::uuid limit 4`)
  await run(sql`insert into promos (event_id, promoter_id, code)
    select e.id, ${god.id}::uuid, 'PARTE' || row_number() over () from events e`)
  await run(sql`insert into event_staff (event_id, user_id, kind)
    select ${event}::uuid, u.id, 'RRPP' from users u limit 8 on conflict do nothing`)
  await run(sql`insert into ledger_entries (kind, debit, credit, amount_cents, company_id, event_id)
    select 'cost', 'company', 'suppliers', 100, ${company}::uuid, id from events`)
}

/** Runs `work` with an app that keeps the statements. */
async function statementsOf(work: (app: App) => Promise<void>): Promise<string[]> {
  const statements: string[] = []
  const keeping: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(server.app.db.getExecutor().compileQuery(node, createQueryId()).sql)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work({ ...server.app, db: server.app.db.withPlugin(keeping) })
  return statements
}

/** The outermost select of a statement: what is counted in parentheses is a column of one row. */
function outermost(statement: string): string {
  const inner = statement.replaceAll(/\([^()]*\)/g, '·')
  return inner === statement ? statement : outermost(inner)
}

function isCountedOrSkipped(statement: string): boolean {
  return /\boffset\b/i.test(statement) || /^select count\b|\bas "?total"?\b/i.test(outermost(statement))
}

test.each(files.map((file) => [file.spec.path, file] as const))('%s', async (_path, file) => {
  const list = listOf(file)
  if (!list?.spec.query) throw new Error('A file of no list')
  const { spec } = list
  const params = Object.fromEntries(idsOf(spec).map(({ field, names }) => [field, tenant.objects[names]]))
  const from = typeof spec.access === 'object' && 'object' in spec.access ? spec.access.object.from : ''
  const call = {
    actor: { userId: god.id, roles: ['godAdmin'], eventRoles: [] },
    proof: params[from.replace('params.', '')],
    params,
    count: () => Promise.resolve(),
  }
  const query = parse(list.spec.query, {}) as object
  const read = (app: App, part: object) =>
    list.handle(app, { ...call, query: { ...query, ...part } } as never) as Promise<Record<string, unknown>> // as serve.ts calls it
  const parts: Record<string, unknown>[] = []
  const ofFile = await statementsOf(async (app) => {
    for await (const part of readWholeList({ most: 100, atOnce: 2 }, (part) => read(app, part))) parts.push(part)
  })
  let page: Record<string, unknown> = {}
  const ofPage = await statementsOf(async (app) => void (page = await read(app, { limit: 100 })))
  const [rows = ''] = Object.keys(parts[0] ?? {}).filter((name) => name !== 'pagination')
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.flatMap((part) => part[rows])).toEqual(page[rows])
  expect(ofPage.some(isCountedOrSkipped)).toBe(true)
  expect(ofFile.filter(isCountedOrSkipped)).toEqual([])
})
