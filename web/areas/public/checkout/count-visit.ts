/** Counts a visit by a promoter's link. In its own file because few visitors need its schema. */
import { countReferralVisit } from '#contract/promoters/promoters-visits.ts'
import { call } from '#web/api/call.ts'

export async function countReferral(eventId: string, code: string): Promise<void> {
  await call(countReferralVisit, { body: { eventId, code } })
}
