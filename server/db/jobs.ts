import { daily, every } from '#server/jobs/job.ts'

export const jobs = {
  'db.check-invariants': every(60, 'Checks that stock, money and tickets of what just changed add up.'),
  'db.seal-audit': every(60, 'Chains and seals new audit rows.'),
  // A flood leaves many rows: they do not stay for a day.
  'db.forget-limits': every(120, 'Deletes counts of exact limits whose window is over.'),
  'db.forget-keys': daily('4:25', 'Deletes the answers kept for idempotency keys after 7 days.'),
  'db.reseal': daily('4:35', 'Seals with the current master key what an earlier one had sealed.'),
}
