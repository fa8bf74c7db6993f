/** Notifies open screens that something about a topic changed. Called after a commit, never inside a transaction. */
import type { TopicName } from '#contract/api/topics.ts'

/** The bus topic that carries changed topic keys. */
export const LIVE = 'live'
/** The bus topic that reports a gap: changes may have been missed. */
export const GAP = 'bus.gap'

interface Publisher {
  publish(topic: string, payload?: string): void
}

/** A topic with the id that it is about. */
export type TopicKey = `${TopicName}:${string}`

/** Publishes each topic once. Costs next to nothing without listeners. */
export function publishChange(bus: Publisher, topics: Iterable<TopicKey>): void {
  for (const topic of new Set(topics)) bus.publish(LIVE, topic)
}

interface OfEvent {
  readonly eventId: string
  readonly companyId: string
}

/** An event, and everything that its company sees of its events. */
export function eventTopics({ eventId, companyId }: OfEvent): TopicKey[] {
  return [`event:${eventId}`, `company:${companyId}`]
}

/** An order: its event's topics and its buyer's. */
export function orderTopics(order: OfEvent & { readonly buyerId: string }): TopicKey[] {
  return [...eventTopics(order), `account:${order.buyerId}`]
}
