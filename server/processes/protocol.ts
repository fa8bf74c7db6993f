/** Messages between the parent process and its children. */
import type { Config } from '#server/config.ts'
import type { MetricsSnapshot } from '#server/http/metrics.ts'

export type ToParent =
  /** Requests are answered, jobs are taken, or, from the loader of the demo, people and events are there. */
  | { readonly kind: 'ready' }
  /** Starting again would not help: the port is taken, the database is too old. The text is for the operator, in Spanish. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'snapshot'; readonly id: number; readonly snapshot: MetricsSnapshot }
  | { readonly kind: 'siblings?'; readonly id: number }

export type ToChild =
  /** The first message: what the parent has started decides a part of it. */
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'snapshot?'; readonly id: number }
  | { readonly kind: 'siblings'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] }
