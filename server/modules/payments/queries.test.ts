/** Tables of payments grow for ever: what is asked of them every few seconds reads a handful of pages, however long they are. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/context.ts'
import {
  listCheckoutsToClose,
  listCollectorsOfOrder,
  listPossibleCollectors,
} from '#server/modules/checkout/incoming-payments/queries.ts'
import { findLastPaymentAt } from '#server/modules/checkout/queries-accounts.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { findShownPayment } from './queries.ts'
import { claimChecks, forgetNotifications, lockPayment } from './store.ts'

const ROWS = 20_000
const MOST_PAGES = 40
const ID = '01a20047-e1b0-72bf-9056-782fb25e2c75'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  await server.app.db.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection)
    const rows = `generate_series(1, ${ROWS}) n`
    // Rows without an owner: only their number counts here.
    await run(`set session_replication_role = replica`)
    await run(`create temp table made as select gen_random_uuid() as id, n from ${rows}`)
    await run(`insert into orders (id, public_id, event_id, company_id, buyer_id, state, subtotal_cents, fee_cents, total_cents, tickets_count)
      select id, n::text, gen_random_uuid(), '${ID}', gen_random_uuid(), 'expired', 0, 0, 0, 1 from made`)
    await run(`insert into provider_checkouts (order_id, attempt, provider_checkout_id, url, collector_id, expires_at)
      select id, 1, n::text, '', n::text, app_now() - make_interval(mins => n) from made`)
    await run(`insert into payments (id, order_id, provider_payment_id, status, amount_cents, currency, last_updated_at, approved_at,
                                     collector_id)
      select gen_random_uuid(), id, n::text, 'approved', 1, 'ARS', app_now(), app_now(), (n % 3)::text from made`)
    await run(`insert into payment_accounts (company_id, state, collector_id)
      select id, 'connected', n::text from made`)
    await run(`insert into provider_notifications (id, notification_id, topic, resource_id, is_signed, handled_at)
      select id, n::text, 'payment', n::text, true, app_now() from made`)
    await run(`analyze orders, provider_checkouts, payments, payment_accounts, provider_notifications`)
    await run(`reset session_replication_role`)
  })
})
afterAll(() => server.close())

test.each<[string, (app: App) => Promise<unknown>]>([
  ['findShownPayment', (app) => findShownPayment(app, ID)],
  ['listPossibleCollectors', (app) => listPossibleCollectors(app, { collectorId: '7', paymentId: '7' })],
  ['listCollectorsOfOrder', (app) => listCollectorsOfOrder(app, ID)],
  ['findLastPaymentAt', (app) => findLastPaymentAt(app.db, { companyId: ID, collectorId: '1' })],
  ['listCheckoutsToClose', (app) => listCheckoutsToClose(app, 50)],
  ['lockPayment', (app) => lockPayment(app, '7')],
  ['claimChecks', (app) => claimChecks(app, 50)],
  ['forgetNotifications', (app) => forgetNotifications(app)],
])('%s reads few pages', async (_name, query) => {
  let pages = 0
  const undone = server.app.db.transaction().execute(async (trx) => {
    const explaining = trx.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const plans = result.rows as { 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]
        for (const {
          'QUERY PLAN': [{ Plan }],
        } of plans) {
          pages += (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
        }
        return { ...result, rows: [] }
      },
    })
    const executor = explaining.getExecutor()
    const compile = executor.compileQuery.bind(executor)
    executor.compileQuery = (node, queryId) => {
      const compiled = compile(node, queryId)
      return { ...compiled, sql: `explain (analyze, buffers, format json) ${compiled.sql}` }
    }
    await query({ ...server.app, db: explaining })
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(pages).toBeGreaterThan(0)
  expect(pages).toBeLessThan(MOST_PAGES)
})

test('what is asked of two payments while their orders are locked reads few pages for each', async () => {
  const pages = await server.app.db.connection().execute(async (connection) => {
    const ask = sql.raw(`select checkout_lock_payments(array['7', '8'], array['7', 'none'])`)
    // The first time it is planned, which reads the catalogue.
    await ask.execute(connection)
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, format json) ${ask}`.execute(connection)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  })
  expect(pages).toBeGreaterThan(0)
  expect(pages).toBeLessThan(2 * MOST_PAGES)
})
