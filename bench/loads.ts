/** The tasks of a load generator and its results: the messages between `load.ts` and `client.ts`. */

/** Requests that are built before the first one is sent. */
export type Requests =
  /** Each order from the next account, for the next of `targets`, under a key of its own. */
  | {
      readonly kind: 'orders'
      readonly accounts: number
      readonly targets: readonly { readonly eventId: string; readonly typeId: string }[]
      readonly quantity: number
    }
  /** Each scan of the next ticket, by the doormen in turn. */
  | {
      readonly kind: 'scans'
      readonly eventId: string
      readonly eventNumber: number
      readonly tickets: number
      readonly firstDoorman: number
      readonly doormen: number
    }
  /** The provider's signed payment notifications, one order after another. */
  | { readonly kind: 'notifications'; readonly orders: number }
  /** Sign-ins of one person after another. */
  | { readonly kind: 'signIns'; readonly firstAccount: number; readonly accounts: number }
  /** The same reads repeated, in turn, anonymously or by this account; from so many devices by turns. */
  | { readonly kind: 'reads'; readonly paths: readonly string[]; readonly account?: number; readonly devices?: number }

export interface Load {
  readonly name: string
  readonly requests: Requests
  /** One request at a time on each. */
  readonly connections: number
  /** Requests that are begun per second, whatever the answers do; without it each connection sends as soon as it may. */
  readonly perSecond?: number
}

/** Loads that run at the same time. What is answered in the first `warmSeconds` counts for nothing. */
export interface Plan {
  readonly port: number
  readonly warmSeconds: number
  readonly seconds: number
  readonly loads: readonly Load[]
}

export interface LoadResult {
  readonly name: string
  /** Accepted answers within the measured time, per second of it. */
  readonly perSecond: number
  /** The same for every second of it, to see stalls. */
  readonly eachSecond: readonly number[]
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Answers by status, warming up and draining included. */
  readonly statuses: Readonly<Record<string, number>>
  /** One body of each status that is not a success. */
  readonly samples: Readonly<Record<string, string>>
  /** Requests that the rate asked for while no connection was free. */
  readonly unsent: number
  /** Whether the requests ran out before the time did. */
  readonly ranOut: boolean
}

export interface ClientReport {
  readonly results: readonly LoadResult[]
  /** Processor time that the generator itself took per second of the measured time. */
  readonly clientCpu: number
}

export type FromClient =
  | { readonly kind: 'warm' }
  | { readonly kind: 'measured' }
  | { readonly kind: 'done'; readonly report: ClientReport }
  | { readonly kind: 'failed'; readonly message: string }
