/** Balances of accounts. Every entry debits one account and credits another, so they add up to zero. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import { ACCOUNTS, type Account } from './entry.ts'
import { held } from './queries.ts'

/** Which entries count; all of them where nothing is given. */
export interface BalanceScope {
  readonly companyId?: string | undefined
  readonly eventId?: string | undefined
  /** From this instant on. */
  readonly from?: string | undefined
  /** Before this instant. */
  readonly until?: string | undefined
}

/** In centavos. What an account gave beyond what it got is negative: that of buyers always is. */
export type Balances = Readonly<Record<Account, number>>

export function sumBalances(app: Core, { companyId, eventId, from, until }: BalanceScope): Promise<Balances> {
  const sums = ACCOUNTS.map((account) => sql`${held(account)} as ${sql.ref(account)}`)
  return oneRow(
    app.db,
    sql<Balances>`
      select ${sql.join(sums)} from ledger_entries l
       where (${companyId ?? null}::uuid is null or l.company_id = ${companyId ?? null})
         and (${eventId ?? null}::uuid is null or l.event_id = ${eventId ?? null})
         and (${from ?? null}::timestamptz is null or l.at >= ${from ?? null})
         and (${until ?? null}::timestamptz is null or l.at < ${until ?? null})`,
  )
}
