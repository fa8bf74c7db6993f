/** What every part of the simulator is handed: the state, the time, the switches and the logs. */
import type { Clock } from '#server/shared/clock.ts'
import { fromEpochMs, toEpochMs } from '#server/shared/clock.ts'
import type { State } from './state.ts'
import type { Fault, Switches } from './switches.ts'

/** The application that product and vendor both know. */
export interface Application {
  readonly clientId: string
  readonly clientSecret: string
  /** Signs notifications. */
  readonly webhookSecret: string
  /** Addresses that an authorization may return to; absent accepts any. */
  readonly redirectUris?: readonly string[]
  /** Where the application's own notifications go (`mp-connect`), and payments of preferences without an address. */
  readonly notificationUrl?: string
}

export interface RequestLine {
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | null
  readonly userId: string | null
  readonly body: unknown
  readonly status: number
}

export interface Delivery {
  readonly notificationId: string
  readonly topic: string
  readonly action: string
  readonly resourceId: string
  readonly url: string
  /** The receiver's answer; 0 when there was none. */
  readonly status: number
}

export interface Simulator {
  readonly state: State
  readonly clock: Clock
  readonly application: Application
  readonly switches: Switches
  readonly faults: Fault[]
  readonly requests: RequestLine[]
  readonly deliveries: Delivery[]
  readonly retryDelaysMs: readonly number[]
  /** Aborted by stopping: nothing more is sent. */
  readonly stopping: AbortSignal
  /** Where browsers reach the pages, without a trailing slash: the start of every `init_point`. */
  publicUrl: string
  /** The path of `publicUrl`: the start of every link in a page. */
  basePath: string
  /** Settles when every change made so far would survive a kill. */
  save(): Promise<void>
}

/** A refusal in the vendor's shape: `{message, error, status, cause: [{code, description}]}`. */
export class Refusal extends Error {
  readonly status: number
  readonly error: string
  readonly code: number | string | null

  constructor(status: number, error: string, message: string, code: number | string | null = null) {
    super(message)
    this.status = status
    this.error = error
    this.code = code
  }
}

const LOG_LENGTH = 2_000

/** Adds a line to a log that keeps its newest ones. */
export function remember<Line>(log: Line[], line: Line): void {
  log.push(line)
  if (log.length > LOG_LENGTH) log.shift()
}

const VENDOR_OFFSET_MS = -4 * 3_600_000

/** An instant as the vendor writes it, in its own offset. */
export function vendorTime(instant: string): string {
  return fromEpochMs(toEpochMs(instant) + VENDOR_OFFSET_MS).replace('Z', '-04:00')
}
