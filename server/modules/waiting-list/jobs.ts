import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'waiting-list.offer': job({ retryLimit: 0, retryDelaySeconds: 0, everySeconds: 5 }),
  'waiting-list.tell-offer': job<{ entryId: string; channel: 'mail' | 'whatsapp' }>({
    retryLimit: 8,
    retryDelaySeconds: 10,
  }),
  'waiting-list.tell-closed': job<{ entryIds: readonly string[]; channel: 'mail' | 'whatsapp' }>({
    retryLimit: 8,
    retryDelaySeconds: 10,
  }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
