/**
 * Every background job. Each module declares its own in `jobs.ts`, which loads no handler: preparing a database needs the names alone.
 * An earlier module reaches a later one by enqueueing its job.
 */
import { jobs as db } from '#server/db/jobs.ts'
import { jobs as accounts } from '#server/modules/accounts/jobs.ts'
import { jobs as boxOffice } from '#server/modules/box-office/jobs.ts'
import { jobs as checkout } from '#server/modules/checkout/jobs.ts'
import { jobs as commissions } from '#server/modules/commissions/jobs.ts'
import { jobs as companies } from '#server/modules/companies/jobs.ts'
import { jobs as events } from '#server/modules/events/jobs.ts'
import { jobs as media } from '#server/modules/media/jobs.ts'
import { jobs as metrics } from '#server/modules/metrics/jobs.ts'
import { jobs as notices } from '#server/modules/notices/jobs.ts'
import { jobs as onboarding } from '#server/modules/onboarding/jobs.ts'
import { jobs as papers } from '#server/modules/papers/jobs.ts'
import { jobs as privacy } from '#server/modules/privacy/jobs.ts'
import { jobs as raffles } from '#server/modules/raffles/jobs.ts'
import { jobs as receipts } from '#server/modules/receipts/jobs.ts'
import { jobs as refunds } from '#server/modules/refunds/jobs.ts'
import { jobs as regrets } from '#server/modules/regrets/jobs.ts'
import { jobs as reminders } from '#server/modules/reminders/jobs.ts'
import { jobs as settlement } from '#server/modules/settlement/jobs.ts'
import { jobs as support } from '#server/modules/support/jobs.ts'
import { jobs as tickets } from '#server/modules/tickets/jobs.ts'
import { jobs as waitingList } from '#server/modules/waiting-list/jobs.ts'
import type { PayloadsOf } from './job.ts'

export const allJobs = {
  ...db,
  ...accounts,
  ...boxOffice,
  ...checkout,
  ...commissions,
  ...companies,
  ...events,
  ...media,
  ...metrics,
  ...notices,
  ...onboarding,
  ...papers,
  ...privacy,
  ...raffles,
  ...receipts,
  ...refunds,
  ...regrets,
  ...reminders,
  ...settlement,
  ...support,
  ...tickets,
  ...waitingList,
}

/** What each job carries; `null` for jobs that run by the clock. */
export type JobPayloads = PayloadsOf<typeof allJobs>
export type JobName = keyof JobPayloads
/** Jobs with a payload. */
export type EnqueuedJobName = {
  [Name in JobName]: JobPayloads[Name] extends null ? never : Name
}[JobName]
/** The jobs whose names begin with the module's. */
export type NameOf<Module extends string> = Extract<JobName, `${Module}.${string}`>
