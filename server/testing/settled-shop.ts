/** A shop for one file of tests, after each of which nothing waits any more and every promise holds. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { compareBooks } from './compare-books.ts'
import { createSellingApp, type SellingApp } from './selling-app.ts'

/** Call it where the file begins: `let shop: SellingApp; eachTestSettles((opened) => (shop = opened))`. */
export function eachTestSettles(take: (shop: SellingApp) => void): void {
  let shop: SellingApp
  beforeAll(async () => {
    shop = await createSellingApp()
    take(shop)
  })
  afterEach(async () => {
    await shop.settle()
    expect(await shop.broken()).toEqual([])
    expect(await compareBooks(shop.app, shop.simulator.control.payments())).toEqual([])
    shop.simulator.control.behave()
  })
  afterAll(() => shop.close())
}
