import { every } from '#server/jobs/job.ts'

export const jobs = {
  'notices.deliver': every(
    2,
    'Sends notices of cancelled and rescheduled events, and reminders, by mail and WhatsApp, eight at a time.',
  ),
  'notices.remind': every(600, "Makes the reminder of tomorrow's events, between ten and nine in the evening."),
  'notices.notify-moves': every(
    30,
    'Makes the notice of events whose date or place changed, once five minutes passed without another change.',
  ),
}
