/** What of a type is free, and how many places people wait for. */
export interface WaitedType {
  /** By its capacity alone. */
  readonly free: number
  readonly wanted: number
}

/** How many of a type's free places are for those who wait (rule R19.2); `stock_kept` says the same of a whole event. */
export function keptPlaces({ free, wanted }: WaitedType): number {
  return Math.min(wanted, Math.max(free, 0))
}
