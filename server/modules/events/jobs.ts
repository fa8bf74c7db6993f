import type { JobsOf } from '#server/jobs/catalogue.ts'

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads {
    'events.finish-past': null
    'events.tell-staff': {
      eventId: string
      userId: string
      kind: 'RRPP' | 'SCANNER'
      act: 'assigned' | 'removed'
      channel: 'mail' | 'whatsapp'
      /** One act is told once by each channel, however often the job is tried. */
      messageId: string
    }
    /** What waited for a phone and a mail was taken by whoever proved one of them: for whoever put them on a team. */
    'events.look-for-inviters': { waitedId: string; holderId: string; proved: 'mail' | 'phone' }
    'events.tell-staff-taken': {
      eventId: string
      inviterId: string
      givenName: string
      waitedId: string
      proved: 'mail' | 'phone'
      channel: 'mail' | 'whatsapp'
    }
  }
}

export const jobs: JobsOf<'events'> = {
  'events.tell-staff': { retryLimit: 8, retryDelaySeconds: 10 },
  'events.look-for-inviters': { retryLimit: 8, retryDelaySeconds: 10 },
  'events.tell-staff-taken': { retryLimit: 8, retryDelaySeconds: 10 },
  'events.finish-past': { retryLimit: 2, retryDelaySeconds: 30, cron: '*/10 * * * *' },
}
