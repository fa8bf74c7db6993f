/** What each account holds. Every entry takes from one what it gives to another, so that all together hold nothing. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import { ACCOUNTS, type Account } from './entry.ts'

/** Of which entries; all of them where nothing is said. */
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

export async function sumBalances(app: Core, { companyId, eventId, from, until }: BalanceScope): Promise<Balances> {
  const { rows } = await sql<{ account: Account; cents: number }>`
    select m.account, sum(m.cents)::bigint as cents
      from ledger_entries l
     cross join lateral (values (l.debit, l.amount_cents), (l.credit, -l.amount_cents)) m (account, cents)
     where (${companyId ?? null}::uuid is null or l.company_id = ${companyId ?? null})
       and (${eventId ?? null}::uuid is null or l.event_id = ${eventId ?? null})
       and (${from ?? null}::timestamptz is null or l.at >= ${from ?? null})
       and (${until ?? null}::timestamptz is null or l.at < ${until ?? null})
     group by m.account`.execute(app.db)
  const held = new Map(rows.map(({ account, cents }) => [account, cents]))
  return Object.fromEntries(ACCOUNTS.map((account) => [account, held.get(account) ?? 0])) as Balances // every account
}
