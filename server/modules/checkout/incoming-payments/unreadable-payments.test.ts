/** One payment that cannot be read stops no other, neither of its account nor of its order. */
import { expect, test } from 'vitest'
import { readCounts } from '#server/shared/counts.ts'
import { oddShapes } from '#server/testing/odd-payments.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const run = (job: 'checkout.search-collectors' | 'checkout.apply-notifications' | 'checkout.reconcile') =>
  shop.app.queue.runJob(shop.app, job)
const alarms = () => readCounts().find(({ labels }) => labels['of'] === 'own_payment')?.value ?? 0
const searchOf = (collectorId: string) =>
  shop.app.db
    .selectFrom('collector_searches')
    .select(['searched_until as until', 'last_error as error'])
    .where('collector_id', '=', collectorId)
    .executeTakeFirstOrThrow()

/** Orders of one company that were sent to pay, all known by their references alone. */
async function sentOfOne(count: number) {
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const sale = await shop.givenSale()
  await run('checkout.search-collectors')
  const orders: { publicId: string; preferenceId: string }[] = []
  for (const buyer of await shop.buyers(count)) {
    const purchase = await shop.buy(buyer, sale.typeId, sale.eventId)
    orders.push({ publicId: purchase.order.publicId, preferenceId: await shop.preferenceOf(purchase) })
  }
  return { ...sale, orders }
}
/** Each account is looked through every two minutes. */
async function search() {
  await shop.advance({ minutes: 3 })
  await run('checkout.search-collectors')
}
test('what is sold elsewhere may have any shape: what stands before and after it is found, and the search goes on', async () => {
  const { orders, collectorId } = await sentOfOne(2)
  const [first, last] = orders
  if (!first || !last) throw new Error('two orders were placed')
  await shop.simulator.control.pay(first.preferenceId)
  const oddPayments: Record<string, Pick<(typeof oddShapes)[number], 'fields'>> = {}
  for (const { fields } of oddShapes) {
    const foreign = { externalReference: 'pedido-de-otra-tienda' }
    oddPayments[await shop.simulator.control.pay(first.preferenceId, foreign)] = { fields }
  }
  await shop.simulator.control.pay(last.preferenceId)
  shop.simulator.control.setSwitches({ oddPayments })
  const [before, raised] = [await searchOf(collectorId), alarms()]
  await search()
  expect([await shop.orderState(first.publicId), await shop.orderState(last.publicId)]).toEqual(['paid', 'paid'])
  const after = await searchOf(collectorId)
  expect(after.error).toBeNull()
  expect(after.until > before.until).toBe(true)
  expect(alarms()).toBe(raised)
})

const namedShapes = oddShapes.filter(({ fields }) => fields !== null && !('external_reference' in fields))

test.each(namedShapes)('our own payment with $name is a ticket all the same', async ({ fields, isReadable }) => {
  const { orders, collectorId } = await sentOfOne(3)
  const [first, odd, last] = orders
  if (!first || !odd || !last) throw new Error('three orders were placed')
  await shop.simulator.control.pay(first.preferenceId)
  const paymentId = await shop.simulator.control.pay(odd.preferenceId)
  await shop.simulator.control.pay(last.preferenceId)
  shop.simulator.control.setSwitches({ oddPayments: { [paymentId]: { fields } } })
  const raised = alarms()
  await search()
  await run('checkout.apply-notifications')
  for (const { publicId } of orders) expect(await shop.orderState(publicId)).toBe('paid')
  expect(alarms() > raised).toBe(!isReadable)
  expect((await searchOf(collectorId)).error).toBeNull()
})

test('one that cannot be read by its id either raises the alarm, and is a ticket once it can', async () => {
  const { orders, collectorId } = await sentOfOne(2)
  const [odd, sound] = orders
  if (!odd || !sound) throw new Error('two orders were placed')
  const paymentId = await shop.simulator.control.pay(odd.preferenceId)
  await shop.simulator.control.pay(sound.preferenceId)
  shop.simulator.control.setSwitches({
    oddPayments: { [paymentId]: { fields: { status: 'teleported' }, isOddById: true } },
  })
  const raised = alarms()
  await search()
  await run('checkout.apply-notifications')
  expect([await shop.orderState(odd.publicId), await shop.orderState(sound.publicId)]).toEqual([
    'pending_payment',
    'paid',
  ])
  expect(alarms()).toBeGreaterThan(raised)
  expect((await searchOf(collectorId)).error).toBeNull()
  shop.simulator.control.setSwitches({ oddPayments: {} })
  await shop.advance({ seconds: 10 })
  await run('checkout.apply-notifications')
  expect(await shop.orderState(odd.publicId)).toBe('paid')
})

test.each(oddShapes)('a refused try with $name does not hide the payment that was approved', async ({ fields }) => {
  const { publicId, preferenceId } = await shop.sentToPay()
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const refused = await shop.simulator.control.pay(preferenceId, { outcome: 'rejected' })
  await shop.simulator.control.pay(preferenceId)
  shop.simulator.control.setSwitches({ oddPayments: { [refused]: { fields, isOddById: true } } })
  await shop.advance({ seconds: 21 })
  await run('checkout.reconcile')
  expect(await shop.orderState(publicId)).toBe('paid')
})

test('places are not given back while a payment of their order cannot be read', async () => {
  const { publicId, preferenceId, typeId } = await shop.sentToPay()
  shop.simulator.control.setSwitches({ dropNotifications: true })
  const paymentId = await shop.simulator.control.pay(preferenceId)
  shop.simulator.control.setSwitches({
    oddPayments: { [paymentId]: { fields: { transaction_amount: null }, isOddById: true } },
  })
  await shop.advance({ minutes: 15, seconds: 10 })
  await run('checkout.reconcile')
  await shop.app.queue.runJob(shop.app, 'checkout.expire-orders')
  expect(await shop.stockOf(typeId)).toEqual({ held: 2, sold: 0 })
  shop.simulator.control.setSwitches({ oddPayments: {} })
  await shop.advance({ seconds: 60 })
  await run('checkout.reconcile')
  expect(await shop.orderState(publicId)).toBe('paid')
})
