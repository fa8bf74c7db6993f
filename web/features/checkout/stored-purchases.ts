/** On this device: what was bought without a session and is still to come, so that its tickets are found again without the mail. */
import { nowMilliseconds } from '#web/lib/clock.ts'
import { readJson, storeJson } from '#web/lib/device/open-storage.ts'

const KEY = 'entradas-sin-cuenta'
const MOST = 10
/** A night ends on the day after, and festivals later. */
const KEPT_MILLISECONDS = 2 * 24 * 60 * 60 * 1000

export interface StoredPurchase {
  readonly publicId: string
  readonly eventName: string
  readonly startDate: string | null
}

const isPurchase = (value: unknown): value is StoredPurchase =>
  typeof value === 'object' &&
  value !== null &&
  ['publicId', 'eventName'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string') &&
  'startDate' in value &&
  (value.startDate === null || typeof value.startDate === 'string')

function read(): readonly StoredPurchase[] {
  const kept = readJson(localStorage, KEY)
  return Array.isArray(kept) ? kept.filter(isPurchase) : []
}

export const storedPurchases = {
  /** Those that are not over, the newest first. */
  upcoming: (): readonly StoredPurchase[] =>
    read().filter(
      ({ startDate }) => startDate === null || Date.parse(startDate) + KEPT_MILLISECONDS > nowMilliseconds(),
    ),
  write({ publicId, eventName, startDate }: StoredPurchase) {
    const others = read().filter((each) => each.publicId !== publicId)
    storeJson(localStorage, KEY, [{ publicId, eventName, startDate }, ...others].slice(0, MOST))
  },
  forget(publicId: string) {
    const all = read()
    if (all.some((each) => each.publicId === publicId))
      storeJson(
        localStorage,
        KEY,
        all.filter((each) => each.publicId !== publicId),
      )
  },
  forgetAll: () => localStorage.removeItem(KEY),
}
