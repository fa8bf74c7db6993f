import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'support.send-contact': { contactId: string }
  }
}

export const jobs: JobsOf<'support'> = {
  // Some six hours of trying: people wait for an answer, not for this.
  'support.send-contact': { retryLimit: 15, retryDelaySeconds: 10 },
}
