import { notifyJob } from '#server/modules/notifications/notify-job.ts'

export const jobs = { 'box-office.notify': notifyJob }
