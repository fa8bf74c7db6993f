import type { FeeTerms } from '#contract/prices.ts'
import { every, queued } from '#server/jobs/job.ts'

type AccountNews =
  | { what: 'another'; nickname: string | null; from: string }
  /** The account that was due to replace the present one was removed; alone when no other account is connected. */
  | { what: 'change_cancelled'; nickname: string | null; isAlone: boolean }
  | { what: 'expiring'; endsAt: string }
  | { what: 'disconnected' | 'revoked' | 'expired' | 'unfunded' | 'funded' }

export const jobs = {
  'companies.care-for-accounts': every(
    20,
    'Renews the tokens of payment accounts, checks daily that each still works, and erases those that ended 180 days ago.',
  ),
  'companies.tell-payment-account': queued<{
    companyId: string
    /** Null for the team's mailbox. */
    userId: string | null
    /** A legal account of the platform, not an owner. */
    isLegal?: boolean
    news: AccountNews
    messageId: string
  }>('important', 'Notifies an owner or the team of a change of the payment account.'),
  'companies.tell-fees': queued<{
    companyId: string
    userId: string
    before: FeeTerms
    /** The terms announced earlier for that day. */
    announced: FeeTerms | null
    after: FeeTerms
    appliesFrom: string
    messageId: string
  }>('important', 'Notifies an owner of new fees.'),
}
