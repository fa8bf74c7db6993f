/** Hooks that payment accounts call in the modules that sell through them. */
import type { Db, Tx } from '#server/context.ts'

/** A company's account at the provider. */
export interface CollectorOf {
  readonly companyId: string
  readonly collectorId: string
}

declare module '#server/module.ts' {
  interface Hooks {
    /** Counts a company's orders for which the provider may be taking money now. */
    countAwaitedOrders(db: Db, companyId: string): Promise<number>
    /** When an account was last paid; null when it never was. */
    findLastPaymentAt(db: Db, of: CollectorOf): Promise<string | null>
    /** The transaction `app` connected the account, perhaps again: what waited for it may go on. */
    onAccountConnected(app: Tx, of: CollectorOf): Promise<unknown>
  }
}
