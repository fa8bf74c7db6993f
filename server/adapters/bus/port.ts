/**
 * Hints between processes: "something about this topic changed". Publish after the commit, never inside a transaction.
 * A hint may be late, doubled or lost, which `GAP` reports where it is known; every reader is right within 5 seconds without it (rule R3.14).
 */

export interface Bus {
  /** Notifies every subscriber of `topic` in every process. `payload` is a short text, such as an id. Never throws. */
  publish(topic: string, payload?: string): void
  /** Calls `listener` for each hint; what it throws is logged, not passed on. Returns the way to stop. */
  subscribe(topic: string, listener: (payload: string) => void): () => void
  close(): Promise<void>
}
