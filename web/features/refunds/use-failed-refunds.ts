import { getFailedRefunds } from '#contract/sales/refunds-failed.ts'
import { useLive } from '#web/api/live.ts'

interface FailedRefunds {
  /** Of all the events that the person manages. */
  readonly count: number
  readonly events: readonly { readonly id: string; readonly name: string; readonly count: number }[]
}

const NONE: FailedRefunds = { count: 0, events: [] }

/** Refunds that failed and still want somebody; none while they are not read. */
export function useFailedRefunds({ enabled = true }: { enabled?: boolean } = {}): FailedRefunds {
  return useLive(getFailedRefunds, {}, { enabled }).data ?? NONE
}
