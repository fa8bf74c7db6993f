/** Every fault that can be switched on in the simulated vendor. They are kept in memory: a restart clears them. */
import type { PayOptions } from './payments.ts'

/** A fault of the API. Without `times` it stays until cleared; `path` and `method` narrow it. */
export interface Fault {
  /**
   * `status` refuses before doing anything; `slow` answers late; `lose` does the work and cuts the connection; `hang` does
   * the work and never answers; `garbage` does the work and answers something that is not JSON.
   */
  readonly kind: 'status' | 'slow' | 'lose' | 'hang' | 'garbage'
  readonly status?: number
  readonly retryAfterSeconds?: number
  readonly milliseconds?: number
  readonly method?: string
  /** Part of the path, for example `/refunds`. */
  readonly path?: string
  times?: number
}

/** A payment that is shown in another shape than it has. */
export interface OddPayment {
  /** Fields that replace its own, `undefined` takes one away; null shows nothing in its place. */
  readonly fields: Readonly<Record<string, unknown>> | null
  /** Also where it is read by its id, not only in lists. */
  readonly isOddById?: boolean
}

export interface Switches {
  /** Nothing is sent: only asking finds out. */
  dropNotifications: boolean
  /** Nothing is sent of payments that were made at the control. */
  dropControlled: boolean
  /** Copies of each notification beyond the first, with the same id. */
  duplicateNotifications: number
  /** The newest first; in automatic mode each is held back for a moment so that the next can pass it. */
  shuffleNotifications: boolean
  /** `stale` signs an hour-old time, `milliseconds` writes `ts` in milliseconds, as some pages of the vendor say. */
  signature: 'right' | 'wrong' | 'none' | 'stale' | 'milliseconds'
  /** Also sends `topic_merchant_order_wh`. */
  notifyMerchantOrders: boolean
  /** How many reads of payments answer the state before the last change. */
  staleReads: number
  /** Searches do not show what changed within these last seconds. */
  searchLagSeconds: number
  /** Payments by their id that are shown in an odd shape. */
  oddPayments: Readonly<Record<string, OddPayment>>
  /** A refusal is given again under its key, as an answer is. */
  keepsRefusals: boolean
  /** How refunds come out. */
  refundOutcome: 'approved' | 'in_process' | 'rejected'
  /** What the next payments made on the checkout page are forced to be: a wrong amount, currency, collector… */
  payment: Partial<PayOptions>
}

export function rightSwitches(): Switches {
  return {
    dropNotifications: false,
    dropControlled: false,
    duplicateNotifications: 0,
    shuffleNotifications: false,
    signature: 'right',
    notifyMerchantOrders: false,
    staleReads: 0,
    searchLagSeconds: 0,
    oddPayments: {},
    keepsRefusals: false,
    refundOutcome: 'approved',
    payment: {},
  }
}

/** The first fault that this call meets, counted down. */
export function takeFault(faults: Fault[], method: string, path: string): Fault | null {
  const index = faults.findIndex(
    (fault) =>
      (fault.method === undefined || fault.method === method) &&
      (fault.path === undefined || path.includes(fault.path)),
  )
  const fault = faults[index]
  if (!fault) return null
  if (fault.times !== undefined) {
    fault.times -= 1
    if (fault.times <= 0) faults.splice(index, 1)
  }
  return fault
}
