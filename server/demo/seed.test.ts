import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readConfig, type Config } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { checkLedger } from '#server/modules/settlement/check-ledger.ts'
import { getSettlement } from '#server/modules/settlement/queries-settlement.ts'
import { createLogger } from '#server/shared/logger.ts'
import { compareBooks } from '#server/testing/compare-books.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import type { StoredPayment } from '#simulators/mercado-pago/state.ts'
import { start } from '#simulators/mercado-pago/start.ts'
import { seedDemo } from './seed.ts'
import { at } from './time-travel.ts'

const home = mkdtempSync(join(tmpdir(), 'previa-seed-'))
const closing: (() => unknown)[] = [() => rmSync(home, { recursive: true })]
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

const sum = <Of>(all: readonly Of[], cents: (each: Of) => number) => all.reduce((total, each) => total + cents(each), 0)

/** What of a payment is its seller's, by the provider's books. */
const netOf = (payment: StoredPayment) =>
  payment.approvedAt === null
    ? 0
    : payment.amountCents -
      (payment.status === 'charged_back' && payment.statusDetail !== 'reimbursed'
        ? payment.amountCents
        : payment.refundedCents) -
      payment.feeCents -
      (payment.marketplaceFeeCents - payment.marketplaceReturnedCents)

/** Reads every company's settlement, whose figures, events and dates say the same; gives what they all keep through Mercado Pago. */
async function addUp(app: App): Promise<number> {
  const companies = await app.db.selectFrom('companies').select('id').execute()
  const settlements = await Promise.all(
    companies.map(({ id }) =>
      getSettlement(app, { proof: id, query: { page: 1, limit: 100, sort: 'date', order: 'desc' } }),
    ),
  )
  for (const { totals, events, release } of settlements) {
    for (const each of [totals, ...events]) {
      const { paidCents, refundedCents, platformCents, providerCents, commissionCents, keptCents } = each
      expect(keptCents).toBe(paidCents - refundedCents - platformCents - providerCents - commissionCents)
    }
    for (const name of Object.keys(totals) as (keyof typeof totals)[])
      // its own names
      expect(sum(events, (event) => event[name])).toBe(totals[name])
    expect(release).toMatchObject({ undatedCents: 0, undatedPayments: 0 })
    expect(release.releasedCents + release.toReleaseCents).toBe(
      totals.keptCents + totals.commissionCents - release.cashCents,
    )
  }
  expect(settlements.some(({ release }) => release.releasedCents > 0 && release.toReleaseCents > 0)).toBe(true)
  return sum(settlements, ({ release }) => release.releasedCents + release.toReleaseCents)
}

test('after the demo was loaded the ledger, the orders and the provider’s books agree to the centavo', async () => {
  const database = await createTestDatabase()
  closing.push(database.drop)
  const provider = await start({ port: 0, isAutomatic: false })
  closing.push(provider.stop)
  const { clientId, clientSecret, webhookSecret } = provider.application
  const config: Config = {
    ...readConfig({ PREVIA_HOME: home, PREVIA_MASTER_KEY: Buffer.alloc(32).toString('base64') }),
    mercadoPago: { clientId, clientSecret, webhookSecret, baseUrl: provider.url, authUrl: provider.authUrl },
    simulators: { 'mercado-pago': provider.url },
  }
  await seedDemo(config, database.connectionString)
  const log = createLogger({ level: 'warn', pretty: true })
  // What moved a moment ago is not compared: an hour from now nothing did.
  await at({ config, connectionString: database.connectionString, log }, 1, async (app) => {
    const payments = provider.control.payments()
    const { accounts, broken, agrees } = await checkLedger(app)
    expect({ agrees, broken }).toEqual({ agrees: true, broken: [] })
    const compared = accounts.reduce((sum, each) => sum + each.payments, 0)
    expect(compared).toBeGreaterThan(50)
    expect(compared).toBe(payments.length)
    expect(await compareBooks(app, payments)).toEqual([])
    expect(await findBrokenInvariants(app)).toEqual([])
    // Every screen of money has something to show.
    const { rows } = await sql<Record<string, string[]>>`select
      (select array_agg(distinct state) from refunds) as refunds,
      (select array_agg(distinct source) from refunds) as sources,
      (select array_agg(distinct state) from regrets) as regrets,
      (select array_agg(distinct state) from mass_refunds) as mass,
      (select array_agg(distinct kind) from event_notices) as notices,
      (select array_agg(distinct state) from notice_deliveries) as deliveries,
      (select array_agg(distinct w.state) from waiting_list_entries w) as waiting,
      (select array_agg(distinct i.kind) from issuances i where promo_id is not null) as "byPromoters",
      (select array_agg(distinct c.earned_on) from orders o join promos p on p.code = o.referral_code
         join commission_terms c on c.promo_id = p.id where o.state = 'paid') as "byLink",
      (select array_agg(distinct state) from deliveries where created_at < app_now() - interval '1 day') as old`.execute(
      app.db,
    )
    expect(rows[0]).toEqual({
      refunds: expect.arrayContaining(['completed', 'processing', 'failed']) as unknown,
      sources: expect.arrayContaining(['buyer_regret', 'event_cancelled', 'organizer', 'rescheduled']) as unknown,
      regrets: ['done', 'received', 'with_person'],
      mass: ['done'],
      notices: ['cancelled', 'moved'],
      deliveries: ['sent'],
      waiting: expect.arrayContaining(['waiting']) as unknown,
      byPromoters: ['courtesy', 'in_person'],
      byLink: ['arrival', 'sale'],
      old: ['sent'],
    })
    expect(await addUp(app)).toBe(sum(payments, netOf))
  })
}, 180_000)
