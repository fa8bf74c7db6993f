/** Apart: few visitors come by a promoter's link, and the call has a schema. */
import { countReferralVisit } from '#contract/promoters/promoters-visits.ts'
import { call } from '#web/api/call.ts'

export async function countReferral(eventId: string, code: string): Promise<void> {
  await call(countReferralVisit, { body: { eventId, code } })
}
