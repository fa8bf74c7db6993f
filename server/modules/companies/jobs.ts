import type { FeeTerms } from '#contract/prices.ts'
import { job, type PayloadsOf } from '#server/jobs/job.ts'

type AccountNews =
  | { what: 'another'; nickname: string | null; from: string }
  /** The one that waited for its day was taken away before it; alone when no other account is connected. */
  | { what: 'change_cancelled'; nickname: string | null; isAlone: boolean }
  | { what: 'expiring'; endsAt: string }
  | { what: 'disconnected' | 'revoked' | 'expired' | 'unfunded' | 'funded' }

export const jobs = {
  'companies.care-for-accounts': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 20 }),
  'companies.tell-payment-account': job<{
    companyId: string
    /** Null for the team's mailbox. */
    userId: string | null
    /** One of the platform's legal accounts, and no owner. */
    isLegal?: boolean
    news: AccountNews
    messageId: string
  }>({ retryLimit: 12, retryDelaySeconds: 10 }),
  'companies.tell-fees': job<{
    companyId: string
    userId: string
    before: FeeTerms
    /** The terms announced earlier for that day. */
    announced: FeeTerms | null
    after: FeeTerms
    appliesFrom: string
    messageId: string
  }>({ retryLimit: 12, retryDelaySeconds: 10 }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
