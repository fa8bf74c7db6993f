import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = { 'raffles.notify': notifyJob }
