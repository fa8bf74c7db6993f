import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { receiveMercadoPagoWebhook } from '#contract/companies/payments.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { tries } from '#server/testing/tries.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const webhook = () => `${shop.app.config.publicUrl}${receiveMercadoPagoWebhook.path}`

const notifications = () =>
  shop.app.db.selectFrom('provider_notifications').select(['is_signed', 'outcome', 'resource_id']).execute()

test('is kept once, answered at once, and applied by a job that asks the provider', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  shop.simulator.control.setSwitches({ duplicateNotifications: 3 })
  const paymentId = await shop.simulator.control.pay(preferenceId)
  const deliveries = await shop.simulator.control.drain()
  expect(deliveries.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await shop.orderState(publicId)).toBe('pending_payment')
  expect((await notifications()).filter((row) => row.resource_id === paymentId)).toEqual([
    { is_signed: true, outcome: null, resource_id: paymentId },
  ])
  expect(await shop.drain()).toBeGreaterThan(0)
  expect(await shop.orderState(publicId)).toBe('paid')
  expect((await notifications()).filter((row) => row.resource_id === paymentId)).toMatchObject([{ outcome: 'applied' }])
})

test.each(['wrong', 'none', 'stale', 'milliseconds'] as const)(
  'with a signature that is %s the truth is still asked for',
  async (signature) => {
    const { publicId, preferenceId } = await shop.sentToPay()
    shop.simulator.control.setSwitches({ signature })
    const paymentId = await shop.simulator.control.pay(preferenceId)
    await shop.settle()
    expect(await shop.orderState(publicId)).toBe('paid')
    const kept = (await notifications()).find((row) => row.resource_id === paymentId)
    expect(kept?.is_signed).toBe(signature === 'milliseconds')
  },
)

test('a forged approval of an unpaid order changes nothing (threat 7)', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  const rejected = await shop.simulator.control.pay(preferenceId, { outcome: 'rejected' })
  await shop.settle()
  for (const dataId of [rejected, '123456789012']) {
    const forged = await shop.fastify.inject({
      method: 'POST',
      url: `${receiveMercadoPagoWebhook.path}?data.id=${dataId}&type=payment&order=${publicId}`,
      payload: {
        id: 1,
        type: 'payment',
        action: 'payment.updated',
        status: 'approved',
        data: { id: dataId, status: 'approved' },
      },
      remoteAddress: '203.0.113.7',
    })
    expect(forged.statusCode).toBe(200)
  }
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('pending_payment')
})

test('a hint with the id of a true notification does not take its place', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  shop.simulator.control.setSwitches({ signature: 'none', staleReads: 1, duplicateNotifications: 0 })
  const paymentId = await shop.simulator.control.pay(preferenceId, { outcome: 'pending' })
  const [hint] = await shop.simulator.control.drain()
  expect(hint?.status).toBe(200)
  await shop.drain()
  shop.simulator.control.behave()
  await shop.simulator.control.approve(paymentId)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('paid')
})

test('threat 34: hints of an address that sends many wait and none is refused; signed notifications do not wait', async () => {
  const before = shop.waits.length
  const statuses: number[] = []
  for (let n = 0; n < 65; n += 1) {
    const answer = await shop.fastify.inject({
      method: 'POST',
      url: `${receiveMercadoPagoWebhook.path}?data.id=${1000 + (n % 3)}&type=payment`,
      payload: {},
      remoteAddress: '203.0.113.99',
    })
    statuses.push(answer.statusCode)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(65)
  const waited = shop.waits.slice(before)
  expect(waited).toHaveLength(5)
  expect(waited).toEqual(waited.toSorted((a, b) => a - b))
  expect(
    (await notifications()).filter(({ resource_id }) => ['1000', '1001', '1002'].includes(resource_id)),
  ).toHaveLength(3)
  const { preferenceId, publicId } = await shop.sentToPay()
  await shop.simulator.control.pay(preferenceId)
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('paid')
  expect(shop.waits).toHaveLength(before + 5)
})

test('whatever comes is answered, never with an error of ours', async () => {
  let turn = 0
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('', 'null', '[]', '{"data":{"id":{}}}', '{"__proto__":{}}', '{"id":1e400}'),
  )
  await fc.assert(
    fc.asyncProperty(text, fc.string(), fc.string(), async (payload, type, dataId) => {
      turn += 1
      const query = new URLSearchParams({ type, 'data.id': dataId, order: dataId })
      const answer = await shop.fastify.inject({
        method: 'POST',
        url: `${receiveMercadoPagoWebhook.path}?${query}`,
        headers: { 'content-type': 'application/json', 'x-signature': type.replaceAll(/[^\x20-\x7e]/g, '') },
        payload,
        remoteAddress: `198.51.100.${turn % 200}`,
      })
      expect([200, 400]).toContain(answer.statusCode)
    }),
    // Found by chance once: a type that every object has a member of.
    { numRuns: tries(300, 10_000), examples: [['null', 'valueOf', '-']] },
  )
})

test('one that is about nothing of ours is counted and ignored', async () => {
  const delivery = await shop.simulator.control.notify({ dataId: '555', url: webhook(), userId: '424242' })
  expect(delivery.status).toBe(200)
  await shop.drain()
  expect((await notifications()).find((row) => row.resource_id === '555')).toMatchObject({
    is_signed: true,
    outcome: 'not_found',
  })
})

test('hints end: those that were handled a day ago leave in rounds, and nothing that was signed or still waits', async () => {
  const { db, queue } = shop.app
  const add = (kind: string, count: number, isSigned: boolean, isHandled: boolean, age: string) =>
    sql`insert into provider_notifications (id, notification_id, topic, resource_id, is_signed, received_at, handled_at)
        select gen_random_uuid(), ${kind} || ' ' || n, 'payment', ${kind}, ${isSigned}, app_now() - ${age}::interval,
               case when ${isHandled} then app_now() end from generate_series(1, ${count}::int) n`.execute(db)
  await add('old hint', 12_000, false, true, '25 hours')
  await add('young hint', 3, false, true, '23 hours')
  await add('waiting hint', 3, false, false, '25 hours')
  await add('signed', 3, true, true, '89 days')
  await add('long ago', 3, true, true, '91 days')
  const left = async () => {
    const rows = await db
      .selectFrom('provider_notifications')
      .select((eb) => ['resource_id', eb.fn.countAll<number>().as('count')])
      .where('resource_id', 'in', ['old hint', 'young hint', 'waiting hint', 'signed', 'long ago'])
      .groupBy('resource_id')
      .execute()
    return Object.fromEntries(rows.map(({ resource_id, count }) => [resource_id, Number(count)]))
  }
  await queue.runJob(shop.app, 'checkout.reconcile')
  expect(Object.values(await left()).reduce((sum, count) => sum + count, 0)).toBe(12_012 - 10_000)
  await queue.runJob(shop.app, 'checkout.reconcile')
  expect(await left()).toEqual({ 'young hint': 3, 'waiting hint': 3, signed: 3 })
})
