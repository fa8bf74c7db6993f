/** Two processes over one database, for races; and the same race where a guard is taken away, which must go wrong. */
import { sql, type KyselyPlugin } from 'kysely'
import { meetBeforeUpdating } from './rendezvous.ts'
import { createTestApp, type TestApp } from './app.ts'
import { createSellingApp, type SellingApp } from './selling-app.ts'

export interface SellingPair {
  readonly shop: SellingApp
  readonly twin: TestApp
  close(): Promise<void>
}

/** Close it in `afterAll`. */
export async function createSellingPair(): Promise<SellingPair> {
  const shop = await createSellingApp()
  const twin = await createTestApp({ sharing: shop })
  return {
    shop,
    twin,
    async close() {
      await twin.close()
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

/** Puts a changed text in the place of one of the database's functions; throws when nothing of it changed. */
export async function rewriteFunction(
  { app: { db } }: SellingApp,
  name: string,
  change: (text: string) => string,
): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(db)
  const text = rows[0]?.text ?? ''
  const changed = change(text)
  if (changed === text) throw new Error(`${name} stays as it was`)
  await sql.raw(changed).execute(db)
}

/** The naive twin of the stock: who looks at it locks nothing. */
export function unlockStock(shop: SellingApp): Promise<void> {
  return rewriteFunction(shop, 'stock_lock', (text) => text.replaceAll('for update', ''))
}

/** For `inControl`: nothing is locked, one person may have two unpaid orders, and who would write lets another look before. */
export async function unlockOrders(shop: SellingApp): Promise<void> {
  const { db } = shop.app
  await sql`drop index orders_one_unpaid`.execute(db)
  await unlockStock(shop)
  await meetBeforeUpdating(db, 'ticket_stock')
}

/** The locks of rows are words of the statements that read them: they are asked without. */
const without = (...locks: readonly ('ForUpdate' | 'ForNoKeyUpdate' | 'ForShare')[]): KyselyPlugin => ({
  transformQuery({ node }) {
    if (node.kind !== 'SelectQueryNode') return node
    const { endModifiers = [], ...rest } = node
    return { ...rest, endModifiers: endModifiers.filter(({ modifier }) => !locks.some((lock) => lock === modifier)) }
  },
  transformResult: async ({ result }) => result,
})

/** For `inControl`: acts on an event do not wait for each other. */
export async function unlockEvents(shop: SellingApp): Promise<void> {
  Object.assign(shop.app, { db: shop.app.db.withPlugin(without('ForNoKeyUpdate')) })
}

/**
 * For `inControl`: orders and withdrawals are not locked, a ticket is suspended on every request, and a suspension
 * waits until another session has looked as well.
 */
export async function unlockRefunds(shop: SellingApp): Promise<void> {
  const { db } = shop.app
  Object.assign(shop.app, { db: db.withPlugin(without('ForUpdate')) })
  await rewriteFunction(shop, 'tickets_move_state', (text) => text.replace('t.state = any (states)', 'true'))
  await meetBeforeUpdating(db, 'tickets')
}

/** For `inControl`: requests to organize are not locked, and who decides one lets another look before. */
export async function unlockOrganizerRequests(shop: SellingApp): Promise<void> {
  const { db } = shop.app
  Object.assign(shop.app, { db: db.withPlugin(without('ForUpdate')) })
  await meetBeforeUpdating(db, 'organizer_requests')
}

/** For `inControl`: raffles and their events are not locked, and who draws one lets another look before. */
export async function unlockRaffles(shop: SellingApp): Promise<void> {
  const { db } = shop.app
  Object.assign(shop.app, { db: db.withPlugin(without('ForUpdate', 'ForNoKeyUpdate')) })
  await meetBeforeUpdating(db, 'raffle_entries')
}

/** For `inControl`: who enters a raffle does not keep it open. */
export function unlockEntries(shop: SellingApp): Promise<void> {
  Object.assign(shop.app, { db: shop.app.db.withPlugin(without('ForShare')) })
  return Promise.resolve()
}

/** For `inControl`: giving up locks no order, no count is checked, and two that move places meet before they do. */
export async function unlockGivingUp(shop: SellingApp): Promise<void> {
  const { db } = shop.app
  Object.assign(shop.app, { db: db.withPlugin(without('ForUpdate')) })
  await sql`alter table buyer_counters drop constraint buyer_counters_taken_check`.execute(db)
  await unlockStock(shop)
  await meetBeforeUpdating(db, 'ticket_stock')
}
