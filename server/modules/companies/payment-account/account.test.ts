import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeconds, secondsBetween } from '#server/shared/clock.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { lastToSell, sellsFrom, accountStatus, waiting, type Account } from './account.ts'
import { databaseNow, findPaidSales, listAccounts } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const NOW = '2026-11-23T12:00:00.000Z'
const DAY = 24 * 3600
const tomorrow = addSeconds(NOW, DAY)

const account = (collectorId: string, of: Partial<Account> = {}): Account => ({
  id: collectorId,
  collectorId,
  nickname: collectorId,
  state: 'connected',
  connectedAt: addSeconds(NOW, -30 * DAY),
  sellsFrom: addSeconds(NOW, -30 * DAY),
  sellsUntil: null,
  tokenExpiresAt: addSeconds(NOW, 150 * DAY),
  endedAt: null,
  endedBecause: null,
  ...of,
})
const ended = (because: string, of: Partial<Account> = {}) => ({
  state: 'disconnected',
  endedAt: addSeconds(NOW, -DAY),
  endedBecause: because,
  sellsUntil: addSeconds(NOW, -DAY),
  ...of,
})
/** Connected, and taken away before its day, which is past now. */
const neverSold = {
  connectedAt: addSeconds(NOW, -3 * DAY),
  sellsFrom: addSeconds(NOW, -2 * DAY),
  endedAt: addSeconds(NOW, -3 * DAY + 3600),
}
const soon = { connectedAt: addSeconds(NOW, -60), sellsFrom: addSeconds(NOW, DAY - 60) }

test.each<[string, readonly Account[], string, string]>([
  ['the first one', [], 'a', NOW],
  ['the one that sells', [account('a')], 'a', NOW],
  ['the one that sold last, disconnected since', [account('a', ended('disconnected'))], 'a', NOW],
  ['another one', [account('a')], 'b', tomorrow],
  ['another one after that was disconnected', [account('a', ended('disconnected'))], 'b', tomorrow],
  ['another one after that was revoked', [account('a', ended('revoked'))], 'b', tomorrow],
  ['the one that waits, again: its day stays', [account('a'), account('b', soon)], 'b', soon.sellsFrom],
  ['the one that sells, while another waits', [account('a'), account('b', soon)], 'a', NOW],
  ['a third, while another waits', [account('a'), account('b', soon)], 'c', tomorrow],
  [
    'an older one, once another sells',
    [
      account('a', ended('replaced', { sellsUntil: addSeconds(NOW, -2 * DAY) })),
      account('b', { connectedAt: addSeconds(NOW, -3 * DAY) }),
    ],
    'a',
    tomorrow,
  ],
  [
    'another, when one that waited was disconnected before its day',
    [account('a'), account('b', ended('disconnected', soon))],
    'a',
    NOW,
  ],
  [
    'one that was disconnected before its day, once that is past',
    [account('a', ended('disconnected')), account('b', ended('disconnected', neverSold))],
    'b',
    tomorrow,
  ],
  [
    'the one that sold, after such a day',
    [account('a', ended('disconnected')), account('b', ended('disconnected', neverSold))],
    'a',
    NOW,
  ],
  [
    'one that ended at the very moment of its day',
    [account('a', ended('revoked')), account('b', ended('revoked', { ...neverSold, endedAt: neverSold.sellsFrom }))],
    'b',
    tomorrow,
  ],
])('R7.4: %s sells from', (_name, accounts, collectorId, from) => {
  expect(sellsFrom(accounts, collectorId, NOW)).toBe(from)
})

test('what sold last is the one that sells, whichever was connected later', () => {
  const accounts = [account('a'), account('b', soon)]
  expect(lastToSell(accounts, NOW)?.collectorId).toBe('a')
  expect(waiting(accounts, NOW)?.collectorId).toBe('b')
  expect(lastToSell(accounts, addSeconds(NOW, DAY))?.collectorId).toBe('b')
})

/** The status of a company that has these accounts: the database says whether one of them sells. */
async function statusOf(accounts: readonly Account[], { isConfigured = true, areSalesStopped = false } = {}) {
  const { db } = server.app
  const { id: companyId } = await server.given.company({ collectorId: null })
  const now = await databaseNow(server.app)
  const moved = (at: string | null) => at && addSeconds(now, secondsBetween(NOW, at))
  if (areSalesStopped) {
    await db.updateTable('companies').set({ paid_sales_stopped_at: now }).where('id', '=', companyId).execute()
  }
  for (const { collectorId, state, endedBecause, ...at } of accounts) {
    await db
      .insertInto('payment_accounts')
      .values({
        id: randomUUID(),
        company_id: companyId,
        collector_id: collectorId,
        state,
        access_token_sealed: 'sealed',
        connected_at: moved(at.connectedAt) ?? now,
        sells_from: moved(at.sellsFrom) ?? now,
        sells_until: moved(at.sellsUntil),
        token_expires_at: moved(at.tokenExpiresAt),
        ended_at: moved(at.endedAt),
        ended_because: endedBecause,
      })
      .execute()
  }
  const facts = { now, isConfigured, awaitedOrders: 0, isYours: true }
  return accountStatus(await listAccounts(server.app, companyId), {
    ...facts,
    ...(await findPaidSales(server.app, companyId)),
  })
}

test.each<[string | null, boolean, readonly Account[]]>([
  [null, true, [account('a')]],
  [null, true, [account('a', { sellsUntil: soon.sellsFrom }), account('b', soon)]],
  ['never_connected', false, []],
  ['disconnected', false, [account('a', ended('disconnected'))]],
  ['revoked', false, [account('a', ended('revoked'))]],
  ['expired', false, [account('a', ended('expired'))]],
  ['expired', false, [account('a', { tokenExpiresAt: addSeconds(NOW, -1) })]],
  ['expiring', true, [account('a', { state: 'refresh_failed' })]],
  ['not_yet', false, [account('a', ended('disconnected')), account('b', soon)]],
  ['revoked', false, [account('a', ended('revoked')), account('b', ended('disconnected', neverSold))]],
])('problem %s, may sell: %s', async (problem, canSell, accounts) => {
  expect(await statusOf(accounts)).toMatchObject({ problem, canSell })
  expect(await statusOf(accounts, { isConfigured: false })).toMatchObject({ problem: 'payments_off', canSell: false })
})

test.each<[string, readonly Account[]]>([
  ['unfunded', [account('a')]],
  ['unfunded', [account('a', { state: 'refresh_failed' })]],
  ['expired', [account('a', { tokenExpiresAt: NOW })]],
  ['revoked', [account('a', ended('revoked'))]],
  ['never_connected', []],
])('R14.7: while refunds wait for balance the problem is %s, and nothing is sold', async (problem, accounts) => {
  expect(await statusOf(accounts, { areSalesStopped: true })).toMatchObject({ problem, canSell: false })
})
