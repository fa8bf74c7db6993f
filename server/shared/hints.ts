/** Hints to whoever looks on: something about a topic changed. Given after a commit, never inside a transaction. */
import type { TopicName } from '#contract/topics.ts'

/** What the bus calls them. */
export const LIVE = 'live'
/** A topic of the bus: whoever hears it may have missed hints. */
export const GAP = 'bus.gap'

interface Teller {
  publish(topic: string, payload?: string): void
}

/** A topic as it is heard: with the id that it is about, an account's too. */
export type HeardTopic = `${TopicName}:${string}`

/** Tells all streams of these topics, each once. Costs next to nothing where nobody listens. */
export function hint(bus: Teller, heard: Iterable<HeardTopic>): void {
  for (const topic of new Set(heard)) bus.publish(LIVE, topic)
}

interface OfEvent {
  readonly eventId: string
  readonly companyId: string
}

/** Of an event, and of all that its company sees of its events. */
export function eventTopics({ eventId, companyId }: OfEvent): HeardTopic[] {
  return [`event:${eventId}`, `company:${companyId}`]
}

/** Of an order: its buyer's besides. */
export function orderTopics(order: OfEvent & { readonly buyerId: string }): HeardTopic[] {
  return [...eventTopics(order), `account:${order.buyerId}`]
}
