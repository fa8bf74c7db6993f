import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordEntries } from '#server/modules/ledger/store.ts'
import type { Entry } from '#server/modules/ledger/entry.ts'
import { readCounts } from '#server/shared/counts.ts'
import { oddShapes } from '#server/testing/odd-payments.ts'
import type { OddPayment } from '#simulators/mercado-pago/switches.ts'
import type { SellingApp, SentOrder } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { checkLedger } from './check-ledger.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const check = () => shop.app.queue.runJob(shop.app, 'settlement.check-accounts')
/** A day later each account is looked at again. */
async function checkTomorrow() {
  await shop.advance({ hours: 25 })
  await check()
}
const differencesOf = ({ companyId }: Pick<SentOrder, 'companyId'>) =>
  shop.app.db
    .selectFrom('settlement_differences')
    .select(['provider_payment_id as paymentId', 'what', 'ledger_cents as ledger', 'provider_cents as provider'])
    .select('closed_at as closedAt')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
const counted = (result: string) =>
  readCounts().find(({ name, labels }) => name === 'settlements' && labels['result'] === result)?.value ?? 0
type Paid = Awaited<ReturnType<SellingApp['paid']>>

const checkOf = ({ companyId }: Paid) =>
  shop.app.db
    .selectFrom('settlement_checks')
    .select(['checked_at as checkedAt', 'last_error as lastError'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()

/** Enters something that never happened at the provider; gives what takes it back. */
async function enterWrongly(paid: Paid, entry: Entry): Promise<() => Promise<void>> {
  const { companyId, eventId } = paid
  const row = await shop.app.db
    .selectFrom('payments')
    .select(['id', 'order_id as orderId'])
    .where('provider_payment_id', '=', paid.paymentId)
    .executeTakeFirstOrThrow()
  const subject = { companyId, eventId, orderId: row.orderId, paymentId: row.id }
  await recordEntries(shop.app, subject, [entry])
  return async () => {
    await shop.app.db.transaction().execute(async (trx) => {
      // No entry undoes this one: a test alone may take it away.
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`delete from ledger_entries where order_id = ${row.orderId} and kind = ${entry.kind} and amount_cents = ${entry.amountCents}`.execute(
        trx,
      )
    })
  }
}

test('sales, refunds in part and whole, and chargebacks agree to the centavo, fees included', async () => {
  const agreed = counted('agrees')
  const paid = [await shop.paid(), await shop.paid(), await shop.paid(), await shop.paid()]
  const [, part, whole, back] = paid
  await shop.simulator.control.refund(part?.paymentId ?? '', 500_01)
  await shop.simulator.control.refund(whole?.paymentId ?? '')
  await shop.simulator.control.chargeBack(back?.paymentId ?? '')
  await shop.settle()
  await checkTomorrow()
  for (const each of paid) expect(await differencesOf(each)).toEqual([])
  expect(counted('agrees') - agreed).toBeGreaterThanOrEqual(paid.length)
  const { accounts, broken, agrees } = await checkLedger(shop.app)
  expect({ agrees, broken }).toEqual({ agrees: true, broken: [] })
  const [first] = paid
  expect(accounts.find(({ collectorId }) => collectorId === first?.collectorId)).toMatchObject({
    payments: 1,
    problem: null,
  })
})

test('a fee that the ledger has otherwise is one open row, however often it is looked at, until it agrees again', async () => {
  const paid = await shop.paid()
  const undo = await enterWrongly(paid, { kind: 'refund_fee', from: 'platform', to: 'company', amountCents: 7 })
  await checkTomorrow()
  // The provider does not report how much of its fee the platform gave back, so this difference is not found.
  expect(await differencesOf(paid)).toEqual([])
  await undo()
  const again = await enterWrongly(paid, { kind: 'refund', from: 'company', to: 'buyers', amountCents: 7 })
  await checkTomorrow()
  const open = { paymentId: paid.paymentId, what: 'returned', ledger: 7, provider: 0, closedAt: null }
  expect(await differencesOf(paid)).toEqual([open])
  await checkTomorrow()
  expect(await differencesOf(paid)).toEqual([open])
  const { agrees, accounts } = await checkLedger(shop.app)
  expect(agrees).toBe(false)
  expect(accounts.flatMap(({ differing }) => differing)).toEqual([
    {
      providerPaymentId: paid.paymentId,
      orderPublicId: paid.publicId,
      isTooRecent: false,
      differences: [{ what: 'returned', ledgerCents: 7, providerCents: 0 }],
    },
  ])
  await again()
  // Looked at again within the hour while it is open, though neither side has moved.
  await shop.advance({ minutes: 61 })
  await check()
  expect(await differencesOf(paid)).toMatchObject([{ what: 'returned', closedAt: expect.any(String) as string }])
})

test('a payment that the provider took and did not report is no difference for five minutes, and one after that', async () => {
  const first = await shop.paid()
  await checkTomorrow()
  shop.simulator.control.setSwitches({ dropNotifications: true })
  await shop.simulator.control.refund(first.paymentId)
  await shop.advance({ hours: 25 })
  // It came back a day ago, and the account was not compared meanwhile.
  const second = await shop.sentToPay()
  const secondId = await shop.simulator.control.pay(second.preferenceId)
  await check()
  expect(await differencesOf(first)).toMatchObject([{ what: 'returned', ledger: 0, closedAt: null }])
  expect(await differencesOf(second)).toEqual([])
  await checkTomorrow()
  expect(await differencesOf(second)).toMatchObject([{ paymentId: secondId, what: 'charged', ledger: 0 }])
  await shop.app.queue.runJob(shop.app, 'checkout.search-collectors')
  await shop.settle()
  await checkTomorrow()
  for (const each of [first, second])
    for (const { closedAt } of await differencesOf(each)) expect(closedAt).not.toBeNull()
})

test('money that bought nothing agrees as well, and what the seller sells elsewhere is no difference', async () => {
  const paid = await shop.paid()
  // A second payment of the same order goes back by itself.
  await shop.simulator.control.pay(paid.preferenceId)
  await shop.simulator.control.pay(paid.preferenceId, { externalReference: 'pedido-de-otra-tienda' })
  await shop.settle()
  await checkTomorrow()
  expect(await differencesOf(paid)).toEqual([])
})

test('an account that cannot be asked is tried again later, holds up no other, and does not pass for agreeing', async () => {
  const [broken, sound] = [await shop.paid(), await shop.paid()]
  const token = shop.app.db.updateTable('payment_accounts').where('collector_id', '=', broken.collectorId)
  const { sealed } = await shop.app.db
    .selectFrom('payment_accounts')
    .select('access_token_sealed as sealed')
    .where('collector_id', '=', broken.collectorId)
    .executeTakeFirstOrThrow()
  await token.set({ access_token_sealed: shop.app.vault.seal('payment-account', 'APP_USR-taken-back') }).execute()
  await checkTomorrow()
  expect(await checkOf(broken)).toMatchObject({ checkedAt: null, lastError: expect.any(String) as string })
  expect(await checkOf(sound)).toMatchObject({ checkedAt: expect.any(String) as string, lastError: null })
  const { agrees, accounts } = await checkLedger(shop.app)
  expect(agrees).toBe(false)
  const ofBroken = accounts.find(({ collectorId }) => collectorId === broken.collectorId)
  expect(ofBroken?.problem).not.toBeNull()
  await token.set({ access_token_sealed: sealed }).execute()
  await checkTomorrow()
  expect(await checkOf(broken)).toMatchObject({ checkedAt: expect.any(String) as string, lastError: null })
})

test('payments of any shape hold up no comparison; one of ours is compared as its id gives it', async () => {
  const paid = await shop.paid()
  const oddPayments: Record<string, OddPayment> = { [paid.paymentId]: { fields: { status: 'teleported' } } }
  for (const { fields } of oddShapes) {
    const foreign = { externalReference: 'pedido-de-otra-tienda' }
    oddPayments[await shop.simulator.control.pay(paid.preferenceId, foreign)] = { fields }
  }
  shop.simulator.control.setSwitches({ oddPayments })
  await enterWrongly(paid, { kind: 'refund', from: 'company', to: 'buyers', amountCents: 7 }).then(async (undo) => {
    await checkTomorrow()
    expect(await differencesOf(paid)).toMatchObject([{ what: 'returned', ledger: 7, provider: 0 }])
    await undo()
  })
  await checkTomorrow()
  expect(await checkOf(paid)).toMatchObject({ checkedAt: expect.any(String) as string, lastError: null })
})

test('one of ours that cannot be read either way is not said to agree, and holds up no other', async () => {
  const [odd, other] = [await shop.paid(), await shop.paid()]
  const fields = { transaction_amount: null }
  shop.simulator.control.setSwitches({ oddPayments: { [odd.paymentId]: { fields, isOddById: true } } })
  await checkTomorrow()
  expect(await checkOf(odd)).toEqual({ checkedAt: null, lastError: null })
  expect(await checkOf(other)).toMatchObject({ checkedAt: expect.any(String) as string })
  const { agrees, accounts } = await checkLedger(shop.app)
  expect(agrees).toBe(false)
  const ofOdd = accounts.find(({ collectorId }) => collectorId === odd.collectorId)
  expect(ofOdd).toMatchObject({ problem: '1 payments could not be read', differing: [] })
  shop.simulator.control.setSwitches({ oddPayments: {} })
  await checkTomorrow()
  expect(await checkOf(odd)).toMatchObject({ checkedAt: expect.any(String) as string })
})
