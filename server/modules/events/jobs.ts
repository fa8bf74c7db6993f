import { job, type PayloadsOf } from '#server/jobs/job.ts'

export const jobs = {
  'events.tell-staff': job<{
    eventId: string
    userId: string
    kind: 'RRPP' | 'SCANNER'
    act: 'assigned' | 'removed'
    channel: 'mail' | 'whatsapp'
    /** One act is told once by each channel, however often the job is tried. */
    messageId: string
  }>({ retryLimit: 8, retryDelaySeconds: 10 }),
  /** What waited for a phone and a mail was taken by the person who proved one of them: tells the one who put them on a team. */
  'events.look-for-inviters': job<{ waitedId: string; holderId: string; proved: 'mail' | 'phone' }>({
    retryLimit: 8,
    retryDelaySeconds: 10,
  }),
  'events.tell-staff-taken': job<{
    eventId: string
    inviterId: string
    givenName: string
    waitedId: string
    proved: 'mail' | 'phone'
    channel: 'mail' | 'whatsapp'
  }>({ retryLimit: 8, retryDelaySeconds: 10 }),
  'events.finish-past': job({ retryLimit: 2, retryDelaySeconds: 30, cron: '*/10 * * * *' }),
}

declare module '#server/jobs/catalogue.ts' {
  interface JobPayloads extends PayloadsOf<typeof jobs> {}
}
