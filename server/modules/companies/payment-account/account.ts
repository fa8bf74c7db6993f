/** Succession and status of a company's accounts at the provider. Pure. */
import type { PaymentAccountProblem, PaymentAccountStatus } from '#contract/companies/companies-payment-account.ts'
import { addSeconds, isBefore } from '#server/shared/clock.ts'

/** One of a company's accounts, of which at most one sells. Instants in UTC. */
export interface Account {
  readonly id: string
  readonly collectorId: string
  readonly nickname: string | null
  readonly state: string
  readonly connectedAt: string
  readonly sellsFrom: string
  /** Another one takes its place then. */
  readonly sellsUntil: string | null
  readonly tokenExpiresAt: string | null
  readonly endedAt: string | null
  readonly endedBecause: string | null
}

/** Another account than before sells a day later, so that a company whose owner was robbed hears of it before its money goes (rule R7.4). */
const CHANGE_SECONDS = 24 * 3600

/**
 * The account that sells, or the one that was the last to. One that ended before its day never sold: the person who connected it is trusted
 * no more after that day than before (rule R7.4).
 */
export function lastToSell(accounts: readonly Account[], now: string): Account | undefined {
  const began = accounts.filter(({ sellsFrom, endedAt }) => !isBefore(now, sellsFrom) && !isOver(endedAt, sellsFrom))
  const isCurrent = ({ endedAt }: Account) => (endedAt === null ? 1 : 0)
  return began.toSorted((a, b) => isCurrent(b) - isCurrent(a) || compare(b.connectedAt, a.connectedAt))[0]
}

/** One that was connected and waits for its day. */
export function waiting(accounts: readonly Account[], now: string): Account | undefined {
  return accounts.find(({ endedAt, sellsFrom }) => endedAt === null && isBefore(now, sellsFrom))
}

/** From when the account that is being connected sells: at once, unless another one sold before. */
export function sellsFrom(accounts: readonly Account[], collectorId: string, now: string): string {
  const before = lastToSell(accounts, now)
  if (before === undefined || before.collectorId === collectorId) return now
  const known = waiting(accounts, now)
  return known?.collectorId === collectorId ? known.sellsFrom : addSeconds(now, CHANGE_SECONDS)
}

/** Half of a token's life: a day's failure, or a week's, is long mended when the other half ends. */
export function refreshSeconds(expiresInSeconds: number): number {
  return Math.floor(expiresInSeconds / 2)
}

interface StatusFacts {
  readonly now: string
  readonly isConfigured: boolean
  /** One of the accounts sells now (`companies_selling_account`). */
  readonly canSellPaid: boolean
  /** One collects, but refunds wait for balance, and its paid types for them (rule R14.7). */
  readonly areSalesStopped: boolean
  readonly awaitedOrders: number
  readonly isYours: boolean
}

/** The account's status for the company's people. */
export function accountStatus(accounts: readonly Account[], facts: StatusFacts): PaymentAccountStatus {
  const [account, next] = [lastToSell(accounts, facts.now), waiting(accounts, facts.now)]
  return {
    canSell: facts.isConfigured && facts.canSellPaid,
    problem: problemOf(account, next, facts),
    account: account
      ? {
          nickname: account.nickname,
          connectedAt: account.connectedAt,
          sellsUntil: account.endedAt === null ? account.sellsUntil : null,
        }
      : null,
    next: next ? { nickname: next.nickname, connectedAt: next.connectedAt, sellsFrom: next.sellsFrom } : null,
    awaitedOrders: facts.awaitedOrders,
    isYours: facts.isYours,
  }
}

function problemOf(
  account: Account | undefined,
  next: Account | undefined,
  { now, isConfigured, canSellPaid, areSalesStopped }: StatusFacts,
): PaymentAccountProblem | null {
  if (!isConfigured) return 'payments_off'
  if (canSellPaid) return account?.state === 'refresh_failed' ? 'expiring' : null
  if (areSalesStopped) return 'unfunded'
  // No account collects.
  if (account?.endedAt === null && isOver(account.tokenExpiresAt, now)) return 'expired'
  if (next) return 'not_yet'
  if (!account) return 'never_connected'
  const because = account.endedBecause
  return because === 'revoked' || because === 'expired' ? because : 'disconnected'
}

const isOver = (end: string | null, at: string) => end !== null && !isBefore(at, end)
const compare = (a: string, b: string) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0)
