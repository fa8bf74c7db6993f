import { every } from '#server/jobs/job.ts'

export const jobs = {
  'settlement.check-accounts': every(
    60,
    'Compares the ledger with the provider, payment by payment: each account daily, hourly while they differ.',
  ),
}
