/** Which changes of an event its ticket holders must be notified of (rule R8.4). */

export interface WhenAndWhere {
  readonly startsAt: string | null
  readonly venueName: string
  readonly address: string
  readonly city: string
  readonly province: string
}

/** Days in which each payer may take a full refund after such a change. */
export const REFUND_DAYS = 10

/** Whether date, venue or city differ. A new end alone does not move anybody. */
export function hasMoved(before: WhenAndWhere, after: WhenAndWhere): boolean {
  return (['startsAt', 'venueName', 'address', 'city', 'province'] as const).some(
    (field) => before[field] !== after[field],
  )
}
