/** When each topic was heard last, so that who lost their stream for a moment misses nothing and reads nothing in vain. */
import type { TopicKey } from '#server/shared/publish-change.ts'

/** Some 4 MB. */
const MAX_TOPICS = 20_000

export interface HeardHints {
  note(topic: TopicKey, atMs: number): void
  /** Whether it may have been heard since; true for what is forgotten. */
  mayBeSince(topic: TopicKey, sinceMs: number): boolean
  /** Hints up to now may be missing. */
  missUntil(atMs: number): void
}

/** Knows nothing of what was before `startedMs`. */
export function createHeardHints(startedMs: number): HeardHints {
  const heard = new Map<TopicKey, number>()
  let knownSinceMs = startedMs
  return {
    note(topic, atMs) {
      // Keeps the topics in order of their last hint.
      heard.delete(topic)
      heard.set(topic, atMs)
      if (heard.size <= MAX_TOPICS) return
      const [[oldest, forgottenMs] = []] = heard
      if (oldest === undefined || forgottenMs === undefined) return
      heard.delete(oldest)
      knownSinceMs = Math.max(knownSinceMs, forgottenMs)
    },
    mayBeSince: (topic, sinceMs) => sinceMs < knownSinceMs || (heard.get(topic) ?? 0) >= sinceMs,
    missUntil: (atMs) => void (knownSinceMs = atMs),
  }
}
