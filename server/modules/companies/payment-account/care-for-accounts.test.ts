/** What becomes of payment accounts by themselves: renewed, taken back at the provider, connected again meanwhile. */
import { expect, test } from 'vitest'
import { receiveMercadoPagoWebhook } from '#contract/companies/payments.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { CONNECTED, connecting } from '#server/testing/connecting.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { findSellingAccount } from './queries.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))
const { newCompany, newSeller, connect, status, statusNow, sellingId, care, mailsTo, disconnect } = connecting(
  () => shop,
)

test('a token is renewed in the middle of its life, also of an account that sells no more', async () => {
  const { company, owner } = await newCompany()
  await connect(owner, company.id, await newSeller())
  await disconnect(owner, company.id)
  const { company: other, owner: otherOwner } = await newCompany()
  await connect(otherOwner, other.id, await newSeller())
  const before = await findSellingAccount(shop.app, other.id)
  await shop.advance({ hours: 91 * 24 })
  await care()
  const after = await findSellingAccount(shop.app, other.id)
  expect(after?.accessToken).toBeDefined()
  expect(after?.accessToken).not.toBe(before?.accessToken)
  const { token_expires_at: endsAt } = await shop.app.db
    .selectFrom('payment_accounts')
    .select('token_expires_at')
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow()
  expect(Date.parse(endsAt ?? '')).toBeGreaterThan(shop.clock.epochMs() + 170 * 24 * 3600 * 1000)
  // After 180 days without a payment nothing of the one that ended is left.
  await shop.advance({ hours: 90 * 24 })
  await care()
  const erased = await shop.app.db
    .selectFrom('payment_accounts')
    .select(['access_token_sealed', 'refresh_token_sealed'])
    .where('company_id', '=', company.id)
    .execute()
  expect(erased).toEqual([{ access_token_sealed: null, refresh_token_sealed: null }])
})

test('a token that the provider will not renew sells until it ends; its owner is notified at once and in its last days', async () => {
  const { company, owner } = await newCompany()
  const seller = await newSeller()
  await connect(owner, company.id, seller)
  await loseRefreshToken(company.id)
  await shop.advance({ hours: 91 * 24 })
  await care()
  expect(await statusNow(company.id)).toMatchObject({ canSell: true, problem: 'expiring' })
  const warning = expect.stringContaining('Reconectá la cuenta')
  for (let day = 0; day < 3; day += 1) {
    await shop.advance({ hours: 25 })
    await care()
  }
  expect(await mailsTo(owner)).toEqual([warning])
  await shop.advance({ hours: 84 * 24 })
  await care()
  expect(await mailsTo(owner)).toEqual([warning, warning])
  await shop.advance({ hours: 4 * 24 })
  expect(await sellingId(company.id)).toBeNull()
  expect(await statusNow(company.id)).toMatchObject({ canSell: false, problem: 'expired' })
})

test('what the seller takes back is noticed by the notification, and by a refused call without it', async () => {
  for (const dropNotifications of [false, true]) {
    const { companyId, collectorId, eventId, typeId } = await shop.givenSale()
    const owner = await shop.given.user({ memberOf: { id: companyId } })
    await care()
    shop.simulator.control.setSwitches({ dropNotifications })
    await shop.simulator.control.revokeSeller(collectorId)
    await shop.settle()
    if (dropNotifications) {
      const purchase = await shop.buy(await shop.given.user(), typeId, eventId)
      expect(await shop.open(purchase)).toMatchObject({ status: 503 })
    }
    await care()
    expect(await status(owner, companyId)).toMatchObject({ canSell: false, problem: 'revoked' })
    expect(await mailsTo(owner)).toEqual([expect.stringContaining('no puede cobrar')])
    shop.simulator.control.behave()
  }
})

/** Looks after accounts; `during` happens right after the provider, or the seller, has answered. */
async function careWhile(during: () => Promise<unknown>) {
  const { app } = shop
  const andThen =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      const answer = await ask(...asked)
      await during()
      return answer
    }
  const { refreshToken, fetchAccount } = app.vendors.payments
  const payments = { ...app.vendors.payments, refreshToken: andThen(refreshToken), fetchAccount: andThen(fetchAccount) }
  const hooks = { findLastPaymentAt: andThen(() => Promise.resolve(null)) }
  const modules = [...app.modules, { name: 'shop', tables: [], hooks }]
  await app.queue.runJob({ ...app, vendors: { ...app.vendors, payments }, modules }, 'companies.care-for-accounts')
}

test.each<[string, (companyId: string, seller: string) => Promise<unknown>]>([
  ['is asked whether it still counts', (_companyId, seller) => shop.simulator.control.revokeSeller(seller)],
  ['is given no new token', (companyId) => loseRefreshToken(companyId).then(() => shop.advance({ hours: 91 * 24 }))],
  ['is given a new token', () => shop.advance({ hours: 91 * 24 })],
  ['ended so long ago that its tokens are erased', (companyId) => endLongAgo(companyId)],
])('an account that is connected again while it %s keeps the new tokens, and sells', async (_name, before) => {
  const { company, owner } = await newCompany()
  const seller = await newSeller()
  await connect(owner, company.id, seller)
  await care()
  await before(company.id, seller)
  // Everybody else's turn comes first, so that this one is alone.
  const due = (at: string) =>
    shop.app.db
      .updateTable('payment_accounts')
      .set({ next_attempt_at: at })
      .where('company_id', '=', company.id)
      .execute()
  await due(addSeconds(shop.clock.now(), 3600))
  await care()
  await due(shop.clock.now())
  const again = await shop.given.user({ memberOf: company })
  let granted: string | undefined
  await careWhile(async () => {
    if (granted !== undefined) return
    expect(await connect(again, company.id, seller)).toBe(CONNECTED)
    granted = (await findSellingAccount(shop.app, company.id))?.accessToken
  })
  expect(granted).toMatch(/^APP_USR-/)
  expect((await findSellingAccount(shop.app, company.id))?.accessToken).toBe(granted)
  expect(await status(again, company.id)).toMatchObject({ canSell: true, problem: null, next: null })
  expect(await mailsTo(again)).toEqual([])
})

const loseRefreshToken = (companyId: string) =>
  shop.app.db
    .updateTable('payment_accounts')
    .set({ refresh_token_sealed: shop.app.vault.seal('payment-account', 'TG-unknown') })
    .where('company_id', '=', companyId)
    .execute()
async function endLongAgo(companyId: string) {
  await disconnect(await shop.given.user({ isGodAdmin: true }), companyId)
  await shop.advance({ hours: 181 * 24 })
}

test('a notification that lies takes no account away', async () => {
  const { companyId, collectorId } = await shop.givenSale()
  await care()
  const url = `${shop.app.config.publicUrl}${receiveMercadoPagoWebhook.path}`
  await shop.simulator.control.notify({ topic: 'mp-connect', dataId: collectorId, userId: collectorId, url })
  await shop.settle()
  await care()
  expect(await sellingId(companyId)).toBe(collectorId)
})
