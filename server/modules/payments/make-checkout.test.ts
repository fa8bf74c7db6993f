import { expect, test } from 'vitest'
import type { Checkout } from '#server/adapters/payments/port.ts'
import { createPaymentsOff } from '#server/adapters/payments/payments-off.ts'
import { sampleCheckout } from '#server/testing/sample-checkout.ts'
import type { App } from '#server/context.ts'
import { isFailure } from '#server/shared/failure.ts'
import { createClock } from '#server/shared/clock.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { makeCheckout } from './make-checkout.ts'

const account = { accessToken: 'APP_USR-111', collectorId: '111' }

/** A provider that answers when the test says. */
function slowProvider() {
  const waiting: (() => void)[] = []
  const createCheckout = () =>
    new Promise<Checkout>((resolve) => waiting.push(() => resolve({ preferenceId: 'p', url: 'https://pay.example' })))
  const app = {
    processCache: createProcessCache(createClock()),
    vendors: { payments: { ...createPaymentsOff(), createCheckout } },
  } as unknown as App // the only fields used
  return { app, waiting }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('at most ten checkouts of a company are being made at once, the others wait their turn', async () => {
  const { app, waiting } = slowProvider()
  const asked = Array.from({ length: 25 }, () => makeCheckout(app, 'one', account, sampleCheckout()))
  await settled()
  expect(waiting).toHaveLength(10)
  waiting[0]?.()
  await settled()
  expect(waiting).toHaveLength(11)
  void makeCheckout(app, 'another', account, sampleCheckout())
  await settled()
  expect(waiting).toHaveLength(12)
  for (let n = 0; n < 26; n += 1) {
    waiting[n]?.()
    await settled()
  }
  expect(await Promise.all(asked)).toHaveLength(25)
})

test('when a hundred already wait, the next is refused and may retry later', async () => {
  const { app, waiting } = slowProvider()
  const asked = Array.from({ length: 110 }, () => makeCheckout(app, 'one', account, sampleCheckout()))
  const refused = await makeCheckout(app, 'one', account, sampleCheckout()).catch((error: unknown) => error)
  expect(isFailure(refused, 'busy')).toBe(true)
  for (let n = 0; n < 110; n += 1) {
    waiting[n]?.()
    await settled()
  }
  expect(await Promise.all(asked)).toHaveLength(110)
})
