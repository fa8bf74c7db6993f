/** How many places one person may have of an event and of each of its types. Pure: `buyer_counters` gives what they have. */

export interface LimitedEvent {
  readonly personLimit: number
}

export interface LimitedType {
  /** Null limits nothing beyond the event. */
  readonly perPersonLimit: number | null
}

/** How many more places of a type a person may have who holds or bought so many already; below zero when the limit was lowered. */
export function placesAllowed(
  event: LimitedEvent,
  type: LimitedType,
  taken: { readonly ofEvent: number; readonly ofType: number },
): number {
  return Math.min(event.personLimit - taken.ofEvent, (type.perPersonLimit ?? Infinity) - taken.ofType)
}

/** Whether an order would give its buyer more places than the event or one of its types allows a person. */
export function isPastPersonLimit(
  event: LimitedEvent,
  taken: { readonly ofEvent: number },
  lines: readonly { readonly type: LimitedType; readonly quantity: number; readonly takenOfType: number }[],
): boolean {
  let ofEvent = taken.ofEvent
  for (const { type, quantity, takenOfType } of lines) {
    if (quantity > placesAllowed(event, type, { ofEvent, ofType: takenOfType })) return true
    ofEvent += quantity
  }
  return false
}
