/** How many places are left for whom, while decisions change them; `stock_kept` and `stock_open_places` say the same in SQL. */
export interface WaitedType {
  /** By its capacity alone. */
  readonly free: number
  /** Places that people wait for. */
  readonly wanted: number
}

/** How many of a type's free places are for those who wait (rule R19.2). */
export function keptPlaces({ free, wanted }: WaitedType): number {
  return Math.min(wanted, Math.max(free, 0))
}

/** How many of a type's free places remain for anybody; below zero while people wait for more than there is. */
export function openPlaces({ free, wanted }: WaitedType): number {
  return free - wanted
}

/** The same of an event by its own capacity, over all its types; `free` is null when that binds nothing. */
export function openPlacesOfEvent(free: number | null, types: readonly WaitedType[]): number {
  return types.reduce((left, type) => left - keptPlaces(type), free ?? Infinity)
}

/** Whether a type has no place for people who do not wait for it, by its own capacity or the event's. */
export function isSoldOut(
  type: WaitedType,
  event: { readonly free: number | null },
  types: readonly WaitedType[],
): boolean {
  return openPlaces(type) <= 0 || openPlacesOfEvent(event.free, types) <= 0
}
