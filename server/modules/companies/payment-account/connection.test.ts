/** A company's way to the payment provider and back, against the simulator; attacks on it (threat 17, invariant M8). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logout } from '#contract/accounts/accounts.ts'
import { brand } from '#contract/platform/brand.ts'
import { listCompanies } from '#contract/companies/companies-managed.ts'
import { getPaymentAccountLink, verifyPaymentAccount } from '#contract/companies/companies-payment-account.ts'
import { getManagedEvent } from '#contract/events/events-managed.ts'
import { inTransaction } from '#server/context.ts'
import { CONNECTED, connecting } from '#server/testing/connecting.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { findSellingAccount } from './queries.ts'
import { stopPaidSales } from './stop-paid-sales.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))
const {
  newCompany,
  newSeller,
  leave,
  answerAt,
  comeBack,
  connect,
  status,
  statusNow,
  sellingId,
  care,
  mailsTo,
  disconnect,
} = connecting(() => shop)
const failed = (why: string) => `/organizador/mercadopago/error?motivo=${why}`

test('the owner connects, sells, and disconnects', async () => {
  const { company, owner } = await newCompany()
  expect(await status(owner, company.id)).toMatchObject({ canSell: false, problem: 'never_connected', isYours: true })
  const seller = await newSeller()
  expect(await connect(owner, company.id, seller)).toBe(CONNECTED)
  expect(await status(owner, company.id)).toMatchObject({
    canSell: true,
    problem: null,
    account: { nickname: `Cuenta ${seller}`, sellsUntil: null },
    next: null,
  })
  expect(await shop.call(verifyPaymentAccount, { params: { id: company.id } }, { as: owner })).toEqual({
    isConnected: true,
    nickname: `Cuenta ${seller}`,
  })
  await disconnect(owner, company.id)
  expect(await status(owner, company.id)).toMatchObject({ canSell: false, problem: 'disconnected' })
  await expect(disconnect(owner, company.id)).rejects.toMatchObject({
    status: 404,
    body: { message: 'No se encontró la conexión de MercadoPago' },
  })
  expect(await mailsTo(owner)).toEqual([expect.stringContaining('desconectó su cuenta')])
})

test('R14.7: while sales wait for refunds without balance the account is connected, and that is why nothing is sold', async () => {
  const { company, owner } = await newCompany()
  const god = await shop.given.user({ isGodAdmin: true })
  const { id } = await shop.given.event({ company })
  const seller = await newSeller()
  await connect(owner, company.id, seller)
  const seen = async () => {
    const query = { limit: 100, sort: 'createdAt', order: 'desc' } as const
    const { companies } = await shop.call(listCompanies, { query }, { as: god })
    const event = await shop.call(getManagedEvent, { params: { id } }, { as: owner })
    return {
      status: await status(owner, company.id),
      verified: await shop.call(verifyPaymentAccount, { params: { id: company.id } }, { as: owner }),
      row: companies.find((each) => each.id === company.id),
      event,
    }
  }
  const sells = { canSellPaid: true, areSalesStopped: false }
  expect(await seen()).toMatchObject({ status: { canSell: true, problem: null }, row: sells, event: sells })
  await inTransaction(shop.app, (app) => stopPaidSales(app, company.id, true))
  const waits = { canSellPaid: false, areSalesStopped: true }
  expect(await seen()).toMatchObject({
    status: { canSell: false, problem: 'unfunded' },
    verified: { isConnected: true, nickname: `Cuenta ${seller}` },
    row: waits,
    event: waits,
  })
  await disconnect(owner, company.id)
  const off = { canSellPaid: false, areSalesStopped: false }
  expect(await seen()).toMatchObject({
    status: { canSell: false, problem: 'disconnected' },
    verified: { isConnected: false },
    row: off,
    event: off,
  })
})

test('tokens are stored sealed, and never disclosed', async () => {
  const { company, owner } = await newCompany()
  await connect(owner, company.id, await newSeller())
  const row = await shop.app.db
    .selectFrom('payment_accounts')
    .selectAll()
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow()
  const account = await findSellingAccount(shop.app, company.id)
  expect(account?.accessToken).toMatch(/^APP_USR-/)
  expect(JSON.stringify(row)).not.toContain(account?.accessToken)
  const audited = await shop.app.db
    .selectFrom('audit_rows')
    .select(['actor_id', 'after'])
    .where('object_id', '=', company.id)
    .where('action', '=', 'company.connect_payment_account')
    .execute()
  expect(audited).toEqual([
    { actor_id: owner.id, after: expect.objectContaining({ collectorId: account?.collectorId }) },
  ])
  const said = JSON.stringify([await status(owner, company.id), audited])
  expect(said).not.toContain(account?.accessToken)
})

test('only the owner may begin, and only for their own company', async () => {
  const { company, owner } = await newCompany()
  const manager = await shop.given.user({ memberOf: company, companyRole: 'manager' })
  const stranger = (await newCompany()).owner
  const begin = (as: GivenUser) => shop.call(getPaymentAccountLink, { query: { companyId: company.id } }, { as })
  await expect(begin(manager)).rejects.toMatchObject({ status: 401, body: { code: 'mp_not_authorized' } })
  await expect(begin(stranger)).rejects.toMatchObject({ status: 404, body: { code: 'company_not_found' } })
  await expect(disconnect(manager, company.id)).rejects.toMatchObject({
    status: 401,
    body: { message: 'No tienes autorización para realizar esta acción' },
  })
  expect(await connect(owner, company.id, await newSeller())).toBe(CONNECTED)
})

test('threat 17: a way back is of its browser, its session and its company, once and for ten minutes', async () => {
  const { company, owner } = await newCompany()
  const seller = await newSeller()
  const attacker = await newCompany()
  const { url, cookie } = await leave(owner, company.id)
  const theirs = await leave(attacker.owner, attacker.company.id)
  const back = await answerAt(url, { user_id: seller, answer: 'approve' })
  // The attacker's own authorization, brought by the owner's browser; the owner's, by the attacker's; an unknown state.
  const forged = await answerAt(theirs.url, { user_id: await newSeller(), answer: 'approve' })
  expect(await comeBack(forged, cookie)).toBe(failed('state'))
  expect(await comeBack(back, theirs.cookie)).toBe(failed('state'))
  expect(await comeBack(back, '')).toBe(failed('state'))
  const invented = new URL(back)
  invented.searchParams.set('state', 'x'.repeat(43))
  expect(await comeBack(invented, cookie)).toBe(failed('state'))
  // The attacker's code under the owner's state: it was made for another verifier.
  const mixed = new URL(back)
  mixed.searchParams.set('code', forged.searchParams.get('code') ?? '')
  expect(await comeBack(mixed, cookie)).toBe(failed('refused'))
  expect(await comeBack(back, cookie)).toBe(failed('state'))
  expect(await sellingId(company.id)).toBeNull()
  expect(await sellingId(attacker.company.id)).toBeNull()

  const late = await leave(owner, company.id)
  const lateBack = await answerAt(late.url, { user_id: seller, answer: 'approve' })
  await shop.advance({ minutes: 10, seconds: 1 })
  expect(await comeBack(lateBack, late.cookie)).toBe(failed('state'))
})

test('who signed out, or owns the company no more, comes back to nothing', async () => {
  const { company, owner } = await newCompany()
  const gone = await leave(owner, company.id)
  const back = await answerAt(gone.url, { user_id: await newSeller(), answer: 'approve' })
  await shop.call(logout, undefined, { as: owner })
  expect(await comeBack(back, gone.cookie)).toBe(failed('owner'))

  const second = await shop.given.user({ memberOf: company })
  const way = await leave(second, company.id)
  const secondBack = await answerAt(way.url, { user_id: await newSeller(), answer: 'approve' })
  await shop.app.db.deleteFrom('company_members').where('user_id', '=', second.id).execute()
  expect(await comeBack(secondBack, way.cookie)).toBe(failed('owner'))
  expect(await sellingId(company.id)).toBeNull()
})

test('who says no at the provider, and a provider that is away, change nothing', async () => {
  const { company, owner } = await newCompany()
  const seller = await newSeller()
  const denied = await leave(owner, company.id)
  expect(await comeBack(await answerAt(denied.url, { user_id: seller, answer: 'deny' }), denied.cookie)).toBe(
    failed('cancelled'),
  )
  shop.simulator.control.addFault({ kind: 'status', status: 500, path: '/oauth/token' })
  expect(await connect(owner, company.id, seller)).toBe(failed('unavailable'))
  shop.simulator.control.behave()
  expect(await sellingId(company.id)).toBeNull()
})

test('R7.4: another account sells a day later, the one before until then, and all are notified', async () => {
  const { company, owner } = await newCompany()
  const [first, second] = [await newSeller(), await newSeller()]
  await connect(owner, company.id, first)
  expect(await connect(owner, company.id, second)).toBe(CONNECTED)
  expect(await sellingId(company.id)).toBe(first)
  expect(await status(owner, company.id)).toMatchObject({
    canSell: true,
    account: { nickname: `Cuenta ${first}`, sellsUntil: expect.any(String) },
    next: { nickname: `Cuenta ${second}` },
  })
  expect(await mailsTo(owner)).toEqual([expect.stringContaining('va a cobrar en otra cuenta')])
  expect(await mailsTo({ mail: brand.supportMail })).toContainEqual(
    expect.stringContaining('va a cobrar en otra cuenta'),
  )
  await shop.advance({ hours: 23, minutes: 59 })
  expect(await sellingId(company.id)).toBe(first)
  await shop.advance({ minutes: 2 })
  expect(await sellingId(company.id)).toBe(second)
  await care()
  expect(await statusNow(company.id)).toMatchObject({ account: { nickname: `Cuenta ${second}` }, next: null })
})

test('an account that waits and is taken away again leaves the one before as it was', async () => {
  const { company, owner } = await newCompany()
  const [first, second] = [await newSeller(), await newSeller()]
  await connect(owner, company.id, first)
  await connect(owner, company.id, second)
  await shop.simulator.control.revokeSeller(second)
  await shop.settle()
  await care()
  await shop.advance({ hours: 25 })
  expect(await sellingId(company.id)).toBe(first)
})

test('R7.4: an account that was taken away before its day waits a whole day again; the one that sold does not', async () => {
  const { company, owner } = await newCompany()
  const [first, second] = [await newSeller(), await newSeller()]
  await connect(owner, company.id, first)
  await connect(owner, company.id, second)
  await disconnect(owner, company.id)
  await disconnect(owner, company.id)
  await shop.advance({ hours: 25 })
  const again = await shop.given.user({ memberOf: company })
  await connect(again, company.id, second)
  expect(await sellingId(company.id)).toBeNull()
  expect(await status(again, company.id)).toMatchObject({
    problem: 'not_yet',
    account: { nickname: `Cuenta ${first}` },
    next: { nickname: `Cuenta ${second}` },
  })
  await connect(again, company.id, first)
  expect(await sellingId(company.id)).toBe(first)
})

test('two grants at the same moment leave one account that sells', async () => {
  const { company, owner } = await newCompany()
  const ids = [await newSeller(), await newSeller()]
  const ways = await Promise.all(ids.map(() => leave(owner, company.id)))
  const backs = await Promise.all(ways.map(({ url }, n) => answerAt(url, { user_id: ids[n] ?? '', answer: 'approve' })))
  await Promise.all(backs.map((back, n) => comeBack(back, ways[n]?.cookie ?? '')))
  const { account, next } = await status(owner, company.id)
  expect(new Set([account?.nickname, next?.nickname])).toEqual(new Set(ids.map((id) => `Cuenta ${id}`)))
})

test('a grant that waited for the company finds the one that was done meanwhile selling, though that began after it', async () => {
  const { company, owner } = await newCompany()
  const [first, second] = [await newSeller(), await newSeller()]
  await connect(owner, company.id, first)
  await sql`
    update payment_accounts set connected_at = app_now() + interval '5 seconds', sells_from = app_now() + interval '5 seconds'
     where company_id = ${company.id}`.execute(shop.app.db)
  await connect(owner, company.id, second)
  await shop.advance({ seconds: 10 })
  const { account, next } = await status(owner, company.id)
  expect([account?.nickname, next?.nickname]).toEqual([`Cuenta ${first}`, `Cuenta ${second}`])
})

test('what the first account sold is refunded by it after another took its place, and by no other', async () => {
  const { companyId, collectorId, eventId, typeId } = await shop.givenSale()
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const buyer = await shop.given.user()
  const purchase = await shop.buy(buyer, typeId, eventId)
  const preferenceId = await shop.preferenceOf(purchase)
  const second = await newSeller()
  await connect(owner, companyId, second)
  await shop.advance({ hours: 24, minutes: 1 })
  expect(await sellingId(companyId)).toBe(second)
  // Paid a day late, of the wrong amount: asked about and refunded through the account that took it.
  const paymentId = await shop.simulator.control.pay(preferenceId, { amountCents: 5_000_000 })
  await shop.settle()
  await shop.advance({ minutes: 1 })
  await shop.app.queue.runJob(shop.app, 'refunds.sweep')
  expect(shop.simulator.control.payment(paymentId)).toMatchObject({ collectorId, refundedCents: 5_000_000 })
})

test('R7.5: only a god admin who forces it disconnects while a payment may be open', async () => {
  const sale = await shop.sentToPay()
  const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  const god = await shop.given.user({ isGodAdmin: true })
  const refused = { status: 409, body: { code: 'orders_await_payment', details: { count: 1 } } }
  await expect(disconnect(owner, sale.companyId)).rejects.toMatchObject(refused)
  await expect(disconnect(owner, sale.companyId, true)).rejects.toMatchObject(refused)
  await expect(disconnect(god, sale.companyId)).rejects.toMatchObject(refused)
  expect(await status(god, sale.companyId)).toMatchObject({ awaitedOrders: 1, isYours: false })
  await disconnect(god, sale.companyId, true)
  expect(await sellingId(sale.companyId)).toBeNull()
  // What is paid all the same becomes a ticket: the token is kept for that.
  await shop.simulator.control.pay(sale.preferenceId)
  await shop.settle()
  expect(await shop.orderState(sale.publicId)).toBe('paid')
})

test('R7.4, R7.5: while another account waits, its owner removes only that one, even during payments', async () => {
  const sale = await shop.sentToPay()
  const { companyId } = sale
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const selling = await sellingId(companyId)
  const second = await newSeller()
  await connect(owner, companyId, second)
  await disconnect(owner, companyId)
  expect(await sellingId(companyId)).toBe(selling)
  expect(await status(owner, companyId)).toMatchObject({ canSell: true, account: { sellsUntil: null }, next: null })
  const subjects = ['va a cobrar en otra cuenta', 'canceló el cambio de cuenta'].map((words) =>
    expect.stringContaining(words),
  )
  expect(await mailsTo(owner)).toEqual(subjects)
  expect(await mailsTo({ mail: brand.supportMail })).toEqual(expect.arrayContaining(subjects))
  const audited = await shop.app.db
    .selectFrom('audit_rows')
    .select(['actor_id', 'before'])
    .where('object_id', '=', companyId)
    .where('action', '=', 'company.disconnect_payment_account')
    .execute()
  expect(audited).toEqual([{ actor_id: owner.id, before: { collectorId: second, nickname: `Cuenta ${second}` } }])
  expect(await shop.refusal(disconnect(owner, companyId))).toBe('orders_await_payment')
  await shop.advance({ hours: 25 })
  await care()
  expect(await sellingId(companyId)).toBe(selling)
})

test('R7.5: a god admin who forces it ends the account that sells and the one that waits', async () => {
  const { companyId } = await shop.sentToPay()
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const god = await shop.given.user({ isGodAdmin: true })
  await connect(owner, companyId, await newSeller())
  expect(await shop.refusal(disconnect(god, companyId))).toBe('orders_await_payment')
  await disconnect(god, companyId, true)
  expect(await status(god, companyId)).toMatchObject({ canSell: false, problem: 'disconnected', next: null })
  await shop.advance({ hours: 25 })
  expect(await sellingId(companyId)).toBeNull()
})

test('an account that waits where none sells is taken away too', async () => {
  const { company, owner } = await newCompany()
  const first = await newSeller()
  await connect(owner, company.id, first)
  await disconnect(owner, company.id)
  await connect(owner, company.id, await newSeller())
  await disconnect(owner, company.id)
  expect(await status(owner, company.id)).toMatchObject({ problem: 'disconnected', next: null })
  expect(await shop.refusal(disconnect(owner, company.id))).toBe('mp_connection_not_found')
})

test('R7.5: a purchase whose payment was not opened yet waits for its account too', async () => {
  const { companyId, typeId, eventId } = await shop.givenSale()
  await shop.buy(await shop.given.user(), typeId, eventId)
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  expect(await shop.refusal(disconnect(owner, companyId))).toBe('orders_await_payment')
  await shop.advance({ minutes: 20 })
  await disconnect(await shop.given.user({ memberOf: { id: companyId } }), companyId)
  expect(await sellingId(companyId)).toBeNull()
})
