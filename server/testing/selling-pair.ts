/** Two processes over one database, for races; and the same race where a guard is taken away, which must go wrong. */
import { createTestApp, type TestApp } from './app.ts'
import { createSellingApp, type SellingApp } from './selling-app.ts'

export interface SellingPair {
  readonly shop: SellingApp
  readonly beside: TestApp
  close(): Promise<void>
}

/** Close it in `afterAll`. */
export async function createSellingPair(): Promise<SellingPair> {
  const shop = await createSellingApp()
  const beside = await createTestApp({ beside: shop })
  return {
    shop,
    beside,
    async close() {
      await beside.close()
      await shop.close()
    },
  }
}

/** The race in a database of its own, after `weaken`. */
export async function inControl<Result>(
  weaken: (shop: SellingApp) => Promise<unknown>,
  race: (pair: SellingPair) => Promise<Result>,
): Promise<Result> {
  const control = await createSellingPair()
  try {
    await weaken(control.shop)
    return await race(control)
  } finally {
    await control.close()
  }
}
