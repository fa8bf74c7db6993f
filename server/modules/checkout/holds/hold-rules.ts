/**
 * How long a hold lasts, when its buyer can pay, and when a buyer waits (docs/rules.md, R9). Usually that is `holdMinutes` of the
 * event (contract/events/event-fields.ts). Pure; instants in milliseconds, where nothing else is said.
 */
import { CHECKOUT_MARGIN_SECONDS } from '#server/modules/payments/payment.ts'
import { addSeconds, isBefore } from '#server/shared/clock.ts'

const MINUTE_MS = 60_000
const SHORT_HOLD_MS = 5 * MINUTE_MS
const LAPSES_BEFORE_WAIT = 3
const WAIT_MS = 30 * MINUTE_MS

/** The last moment at which a hold can be paid. People see it as the hold's end. */
export function payUntilMs(heldUntilMs: number): number {
  return heldUntilMs - CHECKOUT_MARGIN_SECONDS * 1000
}

/** A buyer's lapsed holds of one event: those that expired without any attempt to pay, and when the last one ended. */
export interface Lapses {
  readonly count: number
  readonly lastMs: number
}

/** Until when the buyer waits, after three holds that lapsed; null when they need not. */
export function waitsUntilMs(lapses: Lapses, atMs: number): number | null {
  const untilMs = lapses.lastMs + WAIT_MS
  return lapses.count >= LAPSES_BEFORE_WAIT && untilMs > atMs ? untilMs : null
}

export interface HoldTerms {
  readonly untilMs: number
  /** Whether it, or the hold that it replaced, got its extra five minutes. */
  readonly isRenewed: boolean
}

/**
 * When a new hold ends. One in place of another keeps its end, and never gains more than a hold of its own would have; a
 * hold that would end within five minutes gets five, once in a row of replacements. After one that lapsed it is five
 * minutes.
 */
export function holdTerms(
  atMs: number,
  holdMinutes: number,
  earlier: { readonly replaced: HoldTerms | null; readonly lapses: number },
): HoldTerms {
  const fullMs =
    atMs + (earlier.lapses > 0 ? Math.min(SHORT_HOLD_MS, holdMinutes * MINUTE_MS) : holdMinutes * MINUTE_MS)
  const { replaced } = earlier
  if (!replaced) return { untilMs: fullMs, isRenewed: false }
  const keptMs = Math.min(replaced.untilMs, fullMs)
  const leastMs = atMs + SHORT_HOLD_MS
  if (replaced.isRenewed || keptMs >= leastMs) return { untilMs: keptMs, isRenewed: replaced.isRenewed }
  return { untilMs: leastMs, isRenewed: true }
}

const HOUR = 3600
/** How long places are kept for a card that the provider looks at, and for a voucher to be paid in cash (rule R10.7). */
export const IN_REVIEW_SECONDS = 48 * HOUR
export const CASH_SECONDS = 72 * HOUR
const BEFORE_START_SECONDS = 6 * HOUR

/** When a hold that waits for such a payment ends. It ends 6 h before the start at the latest. Instants are ISO texts. */
export function holdEnd(since: string, seconds: number, startsAt: string | null): string {
  const wanted = addSeconds(since, seconds)
  if (startsAt === null) return wanted
  const latest = addSeconds(startsAt, -BEFORE_START_SECONDS)
  return isBefore(wanted, latest) ? wanted : latest
}

const PER_DEVICE_AND_EVENT = 3
const PER_DEVICE = 10
/** Browsers that send no device are known by their address, which venues and carriers share. */
const ADDRESS = 'ip '

/** How many unpaid holds, or free orders of people who verified nothing, stand in the name of a device. */
export interface DeviceOrders {
  readonly ofEvent: number
  readonly all: number
}

/**
 * Whether a device may have one more of them: three of an event and ten in all. An address is never refused (rule R4.1). It would
 * bind no hoarder anyway, because people with many accounts can name a device for each.
 */
export function mayDeviceOrder(device: string, { ofEvent, all }: DeviceOrders): boolean {
  return device.startsWith(ADDRESS) || (ofEvent < PER_DEVICE_AND_EVENT && all < PER_DEVICE)
}

/** How many places of a type the accounts that verified nothing may hold unpaid or have free of charge, together. */
export function unprovedShare(capacity: number): number {
  return Math.floor(capacity / 2)
}
